package dev.sidegate.tree;

import static java.lang.invoke.MethodType.genericMethodType;
import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the members that a plan names, with the rights of the descriptor's package and no others.
 * Which member is meant was decided by the compiler; one that is gone or has become ambiguous since
 * is refused.
 */
final class Members {
  private final MethodHandles.Lookup lookup;

  Members(MethodHandles.Lookup lookup) {
    this.lookup = lookup;
  }

  /** What reads {@code name()} or the field {@code name} of a class. */
  MethodHandle reader(Class<?> owner, String member) {
    try {
      if (!member.endsWith("()")) {
        return lookup.findGetter(owner, member, field(owner, member).getType());
      }
      Method method = pick(methods(owner, nameOf(member), 0), List.of(), owner, member);
      return lookup.findVirtual(owner, method.getName(), methodType(method.getReturnType()));
    } catch (ReflectiveOperationException gone) {
      throw changed(owner, member, gone);
    }
  }

  /** What sets by {@code name()} or writes the field {@code name} of a class. */
  MethodHandle writer(Class<?> owner, String member, Class<?> type) {
    try {
      if (!member.endsWith("()")) {
        return lookup.findSetter(owner, member, field(owner, member).getType());
      }
      Method method = pick(methods(owner, nameOf(member), 1), List.of(type), owner, member);
      return lookup.findVirtual(
          owner, method.getName(), methodType(method.getReturnType(), method.getParameterTypes()));
    } catch (ReflectiveOperationException gone) {
      throw changed(owner, member, gone);
    }
  }

  /** What builds an object from values of these types, given as one array. */
  MethodHandle constructor(Class<?> owner, List<Class<?>> types) {
    try {
      List<Constructor<?>> constructors =
          Arrays.stream(owner.getDeclaredConstructors())
              .filter(constructor -> constructor.getParameterCount() == types.size())
              .toList();
      Constructor<?> constructor = pick(constructors, types, owner, "its constructor");
      return lookup
          .findConstructor(owner, methodType(void.class, constructor.getParameterTypes()))
          .asType(genericMethodType(types.size()))
          .asSpreader(Object[].class, types.size());
    } catch (ReflectiveOperationException gone) {
      throw changed(owner, "its constructor", gone);
    }
  }

  private static String nameOf(String call) {
    return call.substring(0, call.length() - "()".length());
  }

  /** The one that takes exactly these types; else the only one that could take their values. */
  private static <E extends Executable> E pick(
      List<E> candidates, List<Class<?>> types, Class<?> owner, String member) {
    for (E candidate : candidates) {
      if (Arrays.asList(candidate.getParameterTypes()).equals(types)) {
        return candidate;
      }
    }
    List<E> fitting =
        candidates.stream().filter(one -> takes(one.getParameterTypes(), types)).toList();
    if (fitting.size() != 1) {
      throw changed(owner, member, null);
    }
    return fitting.get(0);
  }

  private static boolean takes(Class<?>[] parameters, List<Class<?>> types) {
    for (int i = 0; i < parameters.length; i++) {
      if (!parameters[i].isAssignableFrom(types.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** The methods of that name, a subclass's before those that it overrides. */
  private static List<Method> methods(Class<?> owner, String name, int parameters) {
    List<Method> methods = new ArrayList<>();
    for (Class<?> type : ancestry(owner)) {
      for (Method method : type.getDeclaredMethods()) {
        if (method.getName().equals(name)
            && method.getParameterCount() == parameters
            && !Modifier.isStatic(method.getModifiers())
            && !method.isBridge()) {
          methods.add(method);
        }
      }
    }
    return methods;
  }

  private static Field field(Class<?> owner, String name) throws NoSuchFieldException {
    for (Class<?> type : ancestry(owner)) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getName().equals(name) && !Modifier.isStatic(field.getModifiers())) {
          return field;
        }
      }
    }
    throw new NoSuchFieldException(name);
  }

  /** A class, its superclasses, then their interfaces. */
  private static List<Class<?>> ancestry(Class<?> type) {
    List<Class<?>> ancestry = new ArrayList<>();
    for (@Nullable Class<?> each = type; each != null; each = each.getSuperclass()) {
      ancestry.add(each);
    }
    for (int i = 0; i < ancestry.size(); i++) {
      for (Class<?> implemented : ancestry.get(i).getInterfaces()) {
        if (!ancestry.contains(implemented)) {
          ancestry.add(implemented);
        }
      }
    }
    return ancestry;
  }

  private static IllegalStateException changed(
      Class<?> owner, String member, @Nullable Throwable cause) {
    return new IllegalStateException(
        owner.getName()
            + " has changed since the guarded class was compiled ("
            + member
            + "); compile both anew",
        cause);
  }
}
