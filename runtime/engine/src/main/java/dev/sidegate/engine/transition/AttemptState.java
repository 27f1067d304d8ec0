package dev.sidegate.engine.transition;

/** The states of one run of a body. */
public enum AttemptState {
  /** Claimed, not ended. */
  RUNNING,
  /** It applied. */
  COMPLETED,
  /** It is proven not to have applied. */
  NOT_APPLIED,
  /** Nobody knows. */
  UNKNOWN,
  /** The body did not start. */
  HANDED_BACK
}
