package dev.sidegate.engine.transition;

/** What stands beside an intent's state when something happens to it. Read under the row's lock. */
public enum Fact {
  /** An attempt beside the one that speaks is unresolved. */
  OTHERS_IN_DOUBT,
  /** The provider takes a repetition now: idempotent, or keyed and inside the window. */
  REPEATABLE,
  /** The proof of an earlier attempt waits for a verdict. */
  PROOF_WAITS,
  /** Evidence opposes how the intent stands. */
  CONTRADICTED,
  /** The intent corrects a superseded one. */
  CORRECTION,
  /** A dispatcher goes on with it: it is queued, and its budget is not used up. */
  DISPATCHED,
  /** The provider was asked and has it, as it was intended. */
  FOUND,
  /** The provider was asked and has it not, and no attempt can still send it. */
  ABSENT
}
