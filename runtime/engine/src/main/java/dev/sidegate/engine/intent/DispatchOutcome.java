package dev.sidegate.engine.intent;

/** What the database answered to one queued intent that was asked for. */
public sealed interface DispatchOutcome {

  /** The body may run, once, while the lease lasts. */
  record Granted(Dispatched dispatched) implements DispatchOutcome {}

  /** The effect's policy has another version than the request; read it again. */
  record OtherPolicy(String effect) implements DispatchOutcome {}

  /** It cannot go on by itself and waits for a person from now on. */
  record Held() implements DispatchOutcome {}

  /**
   * It stays as it is: somebody else has it, or it is stopped, blocked or not due.
   *
   * @param why one word
   */
  record Skipped(String why) implements DispatchOutcome {}
}
