package dev.sidegate;

/** Where the body of a guarded method runs. */
public enum Execution {
  /** In the caller's thread, between claim and settle. */
  INLINE,
  /** By a dispatcher, from the outbox; the caller is told that it is scheduled. */
  OUTBOX
}
