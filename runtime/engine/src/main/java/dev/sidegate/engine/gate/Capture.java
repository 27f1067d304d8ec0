package dev.sidegate.engine.gate;

import java.util.concurrent.Callable;

/** Runs a body to see which guarded call it makes, and lets that call not run. */
public final class Capture {
  /** What a captured call throws; no other call inside a capture does. */
  private static final String CAPTURED = "dev.sidegate.EffectScheduledException";

  private final CallScopes scopes;

  /** Captures by what threads know. */
  public Capture(CallScopes scopes) {
    this.scopes = scopes;
  }

  /**
   * The body's one guarded call.
   *
   * @throws IllegalStateException if it was none, or more than one
   * @throws Exception what the body throws of its own
   */
  public CapturedCall.Taken of(Callable<?> body) throws Exception {
    CapturedCall capturing = new CapturedCall();
    CallScopes.Known outer = scopes.capture(capturing);
    Exception thrown = null;
    try {
      Object unused = body.call();
    } catch (Exception e) {
      thrown = e;
    } finally {
      scopes.leave(outer);
      capturing.close();
    }
    if (capturing.several()) {
      throw new IllegalStateException(
          "exactly one guarded call can be deferred, and the body made several; nothing was queued",
          thrown);
    }
    if (thrown != null && !comesFromTheCapture(thrown)) {
      throw thrown; // a refusal, or the body's own
    }
    return capturing
        .taken()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "exactly one guarded call can be deferred, and the body made none; nothing was"
                        + " queued"));
  }

  /** Proxies and reflection wrap what goes through them. */
  private static boolean comesFromTheCapture(Throwable thrown) {
    int depth = 0;
    for (Throwable t = thrown; t != null && depth < 32; t = t.getCause(), depth++) {
      if (t.getClass().getName().equals(CAPTURED)) {
        return true;
      }
    }
    return false;
  }
}
