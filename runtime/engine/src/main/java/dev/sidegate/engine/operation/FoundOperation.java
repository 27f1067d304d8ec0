package dev.sidegate.engine.operation;

import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.IntentSnapshot;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An operation as the database has it. */
public sealed interface FoundOperation {

  /** The id that was asked about. */
  UUID asked();

  /** The wish. */
  IntentKey key();

  /**
   * Whether nothing more happens to it by itself: it is finished, or its outcome waits for a
   * person.
   */
  boolean isOver();

  /** An intent; by its own id, or by that of a request that became it or found it. */
  record OfIntent(UUID asked, IntentKey key, IntentSnapshot intent) implements FoundOperation {

    @Override
    public boolean isOver() {
      return switch (intent.state()) {
        case PROCESSING, AWAITING_HUMAN, AUTHORIZED -> false;
        case UNKNOWN -> intent.hold() != null;
        case COMPLETED,
            FAILED_RETRYABLE,
            FAILED_TERMINAL,
            REJECTED,
            CANCELLED,
            EXPIRED,
            ABANDONED ->
            true;
      };
    }
  }

  /** A request that has no intent, or not yet. */
  record Requested(UUID asked, IntentKey key, State state, @Nullable String reason)
      implements FoundOperation {

    /** How it stands. */
    public enum State {
      /** To be picked up. */
      PENDING,
      /** Its key is taken by another payload; nothing is made of it. */
      REFUSED,
      /** It cannot be read, and waits for a person. */
      PARKED
    }

    @Override
    public boolean isOver() {
      return state != State.PENDING;
    }
  }
}
