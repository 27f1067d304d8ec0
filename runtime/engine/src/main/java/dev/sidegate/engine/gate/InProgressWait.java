package dev.sidegate.engine.gate;

import dev.sidegate.engine.lease.LeaseClock;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The bounded wait of a caller for an attempt that runs elsewhere. Asks again with growing pauses;
 * ends at once when the caller is interrupted, and leaves the interrupt set.
 */
final class InProgressWait {
  private static final long FIRST_PAUSE_NANOS = 5_000_000;
  private static final long LONGEST_PAUSE_NANOS = 250_000_000;

  private final LeaseClock clock;
  private final long limitNanos;
  private long begunNanos = -1;
  private long pauseNanos = FIRST_PAUSE_NANOS;

  InProgressWait(LeaseClock clock, Duration limit) {
    this.clock = clock;
    this.limitNanos = limit.toNanos();
  }

  /** Pauses, if the limit allows; answers whether to ask again. */
  boolean again() {
    if (limitNanos == 0 || Thread.currentThread().isInterrupted()) {
      return false;
    }
    long now = clock.read().monotonicNanos();
    if (begunNanos == -1) {
      begunNanos = now;
    }
    long left = limitNanos - (now - begunNanos);
    if (left <= 0) {
      return false;
    }
    LockSupport.parkNanos(Math.min(left, pauseNanos));
    pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
    return true;
  }
}
