package dev.sidegate.engine.gate;

/**
 * Whether a body ended because a guarded call inside it was held. The exception is the
 * application's own, so it is known by the name of its superclass.
 */
final class HeldInside {
  static final String REASON = "a guarded call inside it was held, and nothing of its own had left";

  private static final String HELD = "dev.sidegate.EffectHeldException";
  private static final int DEEPEST = 16;

  private HeldInside() {}

  static boolean is(Throwable thrown) {
    Throwable cause = thrown;
    for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
      Class<?> parent = cause.getClass().getSuperclass();
      if (parent != null && parent.getName().equals(HELD)) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }
}
