package dev.sidegate.engine.intent;

/** The states of an intent; the table with their meaning is DESIGN.md, section 5. */
public enum IntentState {
  /** Leased; an attempt may be running. */
  PROCESSING,
  /** Nothing has run; a person decides. */
  AWAITING_HUMAN,
  /** Waits in the outbox for its time, its worker, or its next try. */
  AUTHORIZED,
  /** Proven; receipt and result stored. */
  COMPLETED,
  /** Proven not applied; claims again once its time has come. */
  FAILED_RETRYABLE,
  /** Proven not applied, will not be tried. */
  FAILED_TERMINAL,
  /** In doubt. */
  UNKNOWN,
  /** A person said no; nothing ran. */
  REJECTED,
  /** Withdrawn in its window; nothing ran. */
  CANCELLED,
  /** Too late; nothing ran. */
  EXPIRED,
  /** A person gave up on the doubt. */
  ABANDONED
}
