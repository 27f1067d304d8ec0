package dev.sidegate.engine.audit;

import dev.sidegate.engine.lease.LeaseClock;
import java.time.Duration;
import java.time.Instant;

/** A clock that a test moves. */
final class HandClock implements LeaseClock {
  private long nanos;
  private long millis = Instant.parse("2026-11-30T18:00:00Z").toEpochMilli();

  @Override
  public synchronized Reading read() {
    return new Reading(nanos, millis);
  }

  synchronized void pass(Duration time) {
    nanos += time.toNanos();
    millis += time.toMillis();
  }
}
