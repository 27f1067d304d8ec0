package dev.sidegate.engine.intent;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How an attempt ended. */
public sealed interface Settlement {

  /**
   * The body returned, or gave a receipt: proof.
   *
   * @param result the stored form; null if it cannot be stored
   * @param receipt the provider's id; null if the body gave none
   */
  @SuppressWarnings("ArrayRecordComponent") // handed straight to the driver
  record Completed(byte @Nullable [] result, @Nullable String receipt) implements Settlement {}

  /**
   * Proven not applied; another attempt may follow.
   *
   * @param failure what happened
   * @param delay before the next attempt may start
   */
  record Retryable(Failure failure, Duration delay) implements Settlement {}

  /** Proven not applied; no attempt follows. */
  record Terminal(Failure failure) implements Settlement {}

  /**
   * It is not known whether the effect happened.
   *
   * @param failure what happened
   * @param delay before a keyed or idempotent effect may be tried again
   */
  record Doubt(Failure failure, Duration delay) implements Settlement {}

  /** The body did not start, and its own process knows it (law 2). No attempt is spent. */
  record HandedBack(String reason) implements Settlement {}

  /**
   * The body did not start, its own process knows it, and it must not start as it is stored: it
   * waits for a person. No attempt is spent.
   *
   * @param hold why it waits
   * @param reason for people
   */
  record Held(HoldReason hold, String reason) implements Settlement {}

  /**
   * A guarded call inside the body was held, and nothing of the body left. No attempt is spent.
   *
   * @param reason what was held, and why
   * @param delay before the next attempt may start
   */
  record Postponed(String reason, Duration delay) implements Settlement {}
}
