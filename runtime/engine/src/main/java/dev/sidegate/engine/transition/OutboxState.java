package dev.sidegate.engine.transition;

/** The states of an outbox entry: an entry of a queue, never a permission to send. */
public enum OutboxState {
  /** Waits for its time and a worker. */
  PENDING,
  /** A dispatcher has it. */
  SENDING,
  /** Its intent completed. */
  COMPLETED,
  /** Its intent is in doubt. */
  UNKNOWN,
  /** Its intent will not be tried again. */
  FAILED,
  /** Its intent was withdrawn, refused or too late. */
  CANCELLED,
  /** Held for a person. */
  PARKED
}
