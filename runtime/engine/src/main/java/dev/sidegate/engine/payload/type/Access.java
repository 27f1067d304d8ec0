package dev.sidegate.engine.payload.type;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Calls and reads members of application classes. What they throw is thrown on. */
final class Access {
  private Access() {}

  /** Whether code beside the class could use it. */
  static boolean isReachable(Member member) {
    return !Modifier.isPrivate(member.getModifiers());
  }

  /**
   * Makes a member usable from here.
   *
   * @throws TypeRefusedException if its module does not open its package
   */
  static void open(AccessibleObject member, String path) {
    try {
      member.setAccessible(true);
    } catch (InaccessibleObjectException closed) {
      throw new TypeRefusedException(
          path,
          "its module is closed to reflection",
          "open its package, or guard a method instead");
    }
  }

  static @Nullable Object read(Member member, Object owner) {
    return member instanceof Method method
        ? call(() -> method.invoke(owner))
        : call(() -> ((Field) member).get(owner));
  }

  static void write(Member member, Object owner, @Nullable Object value) {
    if (member instanceof Method method) {
      call(() -> method.invoke(owner, value));
    } else {
      call(
          () -> {
            ((Field) member).set(owner, value);
            return null;
          });
    }
  }

  static Object create(Constructor<?> constructor, @Nullable Object[] arguments) {
    Object created = call(() -> constructor.newInstance(arguments));
    return Objects.requireNonNull(created);
  }

  private static @Nullable Object call(Call call) {
    try {
      return call.run();
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException thrown) {
        throw thrown;
      } else if (e.getCause() instanceof Error thrown) {
        throw thrown;
      }
      throw new IllegalArgumentException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a member that was opened cannot be used", e);
    }
  }

  private interface Call {
    @Nullable Object run() throws ReflectiveOperationException;
  }
}
