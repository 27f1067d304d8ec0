package dev.sidegate.engine.gate;

import dev.sidegate.engine.lease.LeaseClock;
import java.time.Duration;

/**
 * How far away a deadline is that stands on the database's clock (law 9): as far as the database
 * said, less what has passed here since it was asked. This JVM's wall clock has no say in it.
 *
 * @param left what the database said
 * @param askedAt the clocks just before it was asked
 */
record TimeLeft(LeaseClock clock, Duration left, LeaseClock.Reading askedAt) {

  /** Whether there is more left than this. */
  boolean exceeds(Duration wait) {
    long passed = clock.read().monotonicNanos() - askedAt.monotonicNanos();
    return left.minusNanos(passed).compareTo(wait) > 0;
  }
}
