package dev.sidegate.agent.start;

import dev.sidegate.EffectHeldException;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a guarded call gets when the engine cannot even be asked: {@code EffectUnavailableException}
 * of the class that its own loader sees, with the reason as its cause. Nothing ran.
 */
final class Refusal {
  private static final String HELD = "dev.sidegate.EffectHeldException";

  private final ClassValue<Boolean> seesAnnotations =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> guarded) {
          return held(guarded) != null;
        }
      };

  /**
   * Refuses classes that were compiled against the annotations and do not find them now: the JVM
   * drops such annotations silently, and nobody could catch a held call.
   */
  void ofClassesWithoutAnnotations(MethodHandles.Lookup lookup) {
    Class<?> guarded = lookup.lookupClass();
    if (!seesAnnotations.get(guarded)) {
      throw new IllegalStateException(withoutAnnotations(guarded));
    }
  }

  /** Why a class that does not see the annotations is refused, and the remedy. */
  static String withoutAnnotations(Class<?> guarded) {
    return guarded.getName()
        + " has guarded methods and does not see dev.sidegate: sidegate-annotations must be on the"
        + " run-time path, not only on the compiler's. Nothing ran";
  }

  static boolean seesAnnotations(Class<?> guarded) {
    return held(guarded) != null;
  }

  /** The exception for a caller in this class. */
  RuntimeException of(MethodHandles.Lookup lookup, String reason) {
    return of(lookup, reason, null);
  }

  RuntimeException of(MethodHandles.Lookup lookup, String reason, @Nullable Throwable cause) {
    IllegalStateException why = new IllegalStateException(reason, cause);
    Class<?> held = held(lookup.lookupClass());
    if (held == null) {
      return why;
    }
    Map<String, String> answer =
        Map.of(
            "status", "unavailable",
            "executed", "no",
            "retry", "after_operator",
            "message", "Not done: the safety gate refuses this action. Tell the user.",
            "reason", reason);
    try {
      return (RuntimeException)
          held.getMethod("of", Map.class, Throwable.class).invoke(null, answer, why);
    } catch (ReflectiveOperationException | LinkageError otherProtocol) {
      return EffectHeldException.of(answer, why);
    }
  }

  private static @Nullable Class<?> held(Class<?> guarded) {
    try {
      return Class.forName(HELD, false, guarded.getClassLoader());
    } catch (ClassNotFoundException | LinkageError notSeen) {
      return null;
    }
  }
}
