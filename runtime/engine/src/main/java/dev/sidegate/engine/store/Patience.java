package dev.sidegate.engine.store;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** How long one caller waits, on the JVM's monotonic clock: it measures waiting, never a lease. */
record Patience(long endsAtNanos) {
  private static final long PAUSE_NANOS = Duration.ofMillis(25).toNanos();

  static Patience startingNow(Duration length) {
    return new Patience(System.nanoTime() + length.toNanos());
  }

  long remainingNanos() {
    return endsAtNanos - System.nanoTime();
  }

  boolean isOver() {
    return remainingNanos() <= 0;
  }

  /** Lets a database that just refused breathe, and a loop not burn the processor. */
  void pause() {
    LockSupport.parkNanos(Math.min(PAUSE_NANOS, Math.max(0, remainingNanos())));
  }
}
