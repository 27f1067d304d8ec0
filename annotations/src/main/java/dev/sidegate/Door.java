package dev.sidegate;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The one way from application-side classes to the engine. It speaks JDK types only: a question's
 * name and its arguments.
 *
 * <p>With the agent the door is {@code java.lang.SidegateDoor}, a class that premain defines into
 * {@code java.base}. Without it {@code Engine.install} leaves the same function in the system
 * properties. With neither there is no engine in this JVM.
 *
 * <p>The questions are listed, with their arguments and answers, at {@code
 * dev.sidegate.engine.door.Doorkeeper}.
 */
final class Door {

  /** The protocol that these classes speak. The engine serves this one and every older one. */
  static final int PROTOCOL = 1;

  static final String PROPERTY = "dev.sidegate.door";

  private static final @Nullable MethodHandle AGENT = agentDoor();

  private Door() {}

  static boolean present() {
    return function() != null;
  }

  /**
   * Asks the engine.
   *
   * @throws EffectUnavailableException if there is no engine in this JVM
   */
  static @Nullable Object ask(String question, @Nullable Object... arguments) {
    BiFunction<String, @Nullable Object[], @Nullable Object> door = function();
    if (door == null) {
      throw EffectUnavailableException.noEngine();
    }
    return door.apply(question, arguments);
  }

  /** Asks a question that always has an answer. */
  static Object demand(String question, @Nullable Object... arguments) {
    return Objects.requireNonNull(ask(question, arguments), question);
  }

  @SuppressWarnings("unchecked")
  private static @Nullable BiFunction<String, @Nullable Object[], @Nullable Object> function() {
    Object door = AGENT != null ? read(AGENT) : System.getProperties().get(PROPERTY);
    return door instanceof BiFunction
        ? (BiFunction<String, @Nullable Object[], @Nullable Object>) door
        : null;
  }

  private static @Nullable MethodHandle agentDoor() {
    try {
      Class<?> door = Class.forName("java.lang.SidegateDoor", false, null);
      return MethodHandles.publicLookup()
          .findStaticGetter(door, "door", BiFunction.class)
          .asType(MethodType.methodType(Object.class));
    } catch (ClassNotFoundException absent) {
      return null;
    } catch (ReflectiveOperationException broken) {
      throw new LinkageError("java.lang.SidegateDoor is not the agent's", broken);
    }
  }

  private static @Nullable Object read(MethodHandle getter) {
    try {
      return getter.invoke();
    } catch (Throwable impossible) {
      throw new LinkageError("a static field cannot fail to be read", impossible);
    }
  }
}
