package dev.sidegate.engine.intent;

import java.time.Duration;

/**
 * How often and how long an effect may be tried. Belongs to the intent, across JVMs and callers.
 *
 * @param maxAttempts at least 1
 * @param deadline from the intent's authorisation; no attempt starts after it
 */
public record Budget(int maxAttempts, Duration deadline) {
  /** Checks the ranges. */
  public Budget {
    if (maxAttempts < 1) {
      throw new IllegalArgumentException("max-attempts must be at least 1, not " + maxAttempts);
    }
    if (deadline.isNegative() || deadline.isZero()) {
      throw new IllegalArgumentException("deadline must be positive, not " + deadline);
    }
  }
}
