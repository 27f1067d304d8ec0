package dev.sidegate.engine.transition;

/** What happens to an outbox entry. */
public enum OutboxEvent {
  /** It was put into the queue, with its intent. */
  QUEUED,
  /** A dispatcher took it; the intent's compare-and-set permits to send. */
  DISPATCHED,
  /** Its attempt completed. */
  COMPLETED,
  /** Its attempt ended, proven not applied, or did not start; another follows. */
  TO_TRY_AGAIN,
  /** Its attempt ended, proven not applied; none follows. */
  FAILED,
  /** Its attempt ended in doubt, or its lease ran out. */
  DOUBTED,
  /** The doubt ended: it happened. */
  FOUND_APPLIED,
  /** The doubt ended: it did not happen, and another attempt may follow. */
  FOUND_NOT_APPLIED,
  /** A person gave up on the doubt. */
  ABANDONED,
  /** Its intent was withdrawn, refused, or too late. */
  WITHDRAWN,
  /** Its intent is held. */
  HELD,
  /** A person released what was held. */
  RELEASED
}
