package dev.sidegate.engine.intent;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the database answered to a claim. One outcome per request, never a guess. */
public sealed interface ClaimOutcome {

  /**
   * The body may run, once, while the lease lasts.
   *
   * @param left how long its deadline was away when the database answered; a JVM's own clock cannot
   *     say (law 9)
   */
  record Granted(Claimed claim, Duration left) implements ClaimOutcome {}

  /** The intent stands in a state that gives no claim; the payload is equal. */
  record Standing(IntentSnapshot intent) implements ClaimOutcome {}

  /**
   * The key is taken by another payload (law 5), or by one of another schema.
   *
   * @param stored the intent's payload, if its schema is another one; else null
   */
  record OtherPayload(IntentSnapshot intent, @Nullable Payload stored) implements ClaimOutcome {}

  /** The kill switch is closed, unreadable or was never written (law 11). */
  record Stopped(String reason) implements ClaimOutcome {}

  /** The effect's policy has another version than the request; read it again. */
  record OtherPolicy(int currentVersion) implements ClaimOutcome {}

  /** The outer attempt's deadline has passed: no attempt starts any more inside it. */
  record TooLate() implements ClaimOutcome {}

  /** The row is locked by another transaction; an attempt may be starting there. */
  record Contended() implements ClaimOutcome {}
}
