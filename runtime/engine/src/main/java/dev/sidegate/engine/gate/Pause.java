package dev.sidegate.engine.gate;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How a caller's thread waits between two attempts. Handed in, so that a test can drive it. */
@FunctionalInterface
public interface Pause {

  /** Sleeps. */
  Pause SLEEP = length -> TimeUnit.NANOSECONDS.sleep(length.toNanos());

  /**
   * Waits for at least this long.
   *
   * @throws InterruptedException if the thread is interrupted; then nothing more is tried
   */
  void of(Duration length) throws InterruptedException;
}
