package dev.sidegate.engine.gate;

import dev.sidegate.engine.intent.IntentSnapshot;
import java.time.Duration;

/** Ends doubts on a caller's thread, where that can be done while the caller waits. */
@FunctionalInterface
public interface Reconciling {

  /** Nobody asks. */
  Reconciling NONE = (call, patience) -> doubt -> false;

  /**
   * Begins.
   *
   * @param call its own object asks
   * @param patience how long the caller's thread may be kept
   */
  Asking about(GuardedCall call, Duration patience);

  /** One caller's questions about its doubt. */
  @FunctionalInterface
  interface Asking {

    /**
     * Asks the provider about the doubt, if its time comes while the caller waits.
     *
     * @return whether the claim is worth repeating: the intent may stand elsewhere now
     */
    boolean again(IntentSnapshot doubt);
  }
}
