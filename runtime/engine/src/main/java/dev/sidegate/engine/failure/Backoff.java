package dev.sidegate.engine.failure;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * How long to wait between attempts: full jitter, anything up to the doubled delay, but never less
 * than the provider asked for.
 *
 * @param base the first delay's upper bound
 * @param max no delay is longer, but for what the provider asks for
 */
public record Backoff(Duration base, Duration max) {

  /**
   * The delay after an attempt.
   *
   * @param attempt its number, from 1
   */
  public Duration after(int attempt, Optional<Duration> asked, RandomGenerator random) {
    long doubled = base.toMillis() << Math.min(attempt - 1, 20);
    long bound = Math.min(max.toMillis(), doubled);
    Duration jittered = Duration.ofMillis(bound <= 0 ? 0 : random.nextLong(bound + 1));
    return asked.filter(wait -> wait.compareTo(jittered) > 0).orElse(jittered);
  }
}
