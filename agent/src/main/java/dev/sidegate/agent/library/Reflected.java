package dev.sidegate.agent.library;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** Calls a library of the application by the names of its methods. */
public final class Reflected {
  private Reflected() {}

  /** Calls a public method of an object. */
  public static @Nullable Object call(Object on, String name, @Nullable Object... arguments)
      throws ReflectiveOperationException {
    return invoke(on.getClass(), on, name, arguments);
  }

  /** Calls a static method. */
  public static @Nullable Object callStatic(
      Class<?> type, String name, @Nullable Object... arguments)
      throws ReflectiveOperationException {
    return invoke(type, null, name, arguments);
  }

  /** Calls a method that always answers. */
  public static Object demand(Object on, String name, @Nullable Object... arguments)
      throws ReflectiveOperationException {
    return present(call(on, name, arguments), name);
  }

  /** Calls a static method that always answers. */
  public static Object demandStatic(Class<?> type, String name, @Nullable Object... arguments)
      throws ReflectiveOperationException {
    return present(callStatic(type, name, arguments), name);
  }

  /** Reads a field, its own or an inherited one. */
  public static @Nullable Object field(Object of, String name) throws ReflectiveOperationException {
    for (Class<?> type = of.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          field.setAccessible(true);
          return field.get(of);
        }
      }
    }
    throw new NoSuchFieldException(of.getClass().getName() + "." + name);
  }

  /** A class that a class of the library sees. */
  public static Class<?> type(Class<?> seenBy, String name) throws ClassNotFoundException {
    return Class.forName(name, false, seenBy.getClassLoader());
  }

  private static Object present(@Nullable Object answer, String name) throws NoSuchMethodException {
    if (answer == null) {
      throw new NoSuchMethodException(name + " answers nothing");
    }
    return answer;
  }

  private static @Nullable Object invoke(
      Class<?> type, @Nullable Object on, String name, @Nullable Object[] arguments)
      throws ReflectiveOperationException {
    for (Method method : type.getMethods()) {
      if (method.getName().equals(name)
          && Modifier.isStatic(method.getModifiers()) == (on == null)
          && takes(method.getParameterTypes(), arguments)) {
        method.setAccessible(true); // the class may be hidden behind a public interface
        try {
          return method.invoke(on, arguments);
        } catch (InvocationTargetException threw) {
          throw new ReflectiveOperationException(type.getName() + "." + name, threw.getCause());
        }
      }
    }
    throw new NoSuchMethodException(type.getName() + "." + name);
  }

  private static boolean takes(Class<?>[] parameters, @Nullable Object[] arguments) {
    if (parameters.length != arguments.length) {
      return false;
    }
    for (int i = 0; i < parameters.length; i++) {
      Object argument = arguments[i];
      boolean fits =
          argument == null
              ? !parameters[i].isPrimitive()
              : parameters[i].isInstance(argument)
                  || (parameters[i] == boolean.class && argument instanceof Boolean);
      if (!fits) {
        return false;
      }
    }
    return true;
  }
}
