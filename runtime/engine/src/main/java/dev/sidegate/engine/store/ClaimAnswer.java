package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.IntentSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * A claim's outcome with what only the store needs to know of it.
 *
 * @param outcome for the caller
 * @param granted how a granted intent stands, for others who asked for the same key meanwhile; null
 *     if it was not granted
 * @param proof how the outcome is known
 */
record ClaimAnswer(ClaimOutcome outcome, @Nullable IntentSnapshot granted, Proof proof) {

  /** How an outcome is known. */
  enum Proof {
    /** By the acknowledgement of the commit that made it. */
    COMMITTED,
    /** By reading: for a granted claim, another commit has to prove that the row is durable. */
    READ
  }

  static ClaimAnswer of(ClaimOutcome outcome) {
    return new ClaimAnswer(outcome, null, Proof.READ);
  }
}
