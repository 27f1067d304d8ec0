package dev.sidegate.engine.gate;

import dev.sidegate.EffectStatus;
import dev.sidegate.engine.lease.LeaseClock;
import dev.sidegate.engine.settings.Settings;
import java.time.Duration;
import java.util.Optional;

/**
 * Further attempts in the caller's thread: a fresh claim and a fresh call each, while the caller's
 * patience lasts. The budget is the database's; nothing here counts attempts.
 */
public final class FurtherAttempts {
  /** The database counts in microseconds, a thread may wake a little early. */
  private static final Duration ROUNDING = Duration.ofMillis(2);

  private final Settings settings;
  private final LeaseClock clock;
  private final Pause pause;
  private final AttemptStack attempts;

  /** Puts them together. */
  public FurtherAttempts(Settings settings, LeaseClock clock, Pause pause, AttemptStack attempts) {
    this.settings = settings;
    this.clock = clock;
    this.pause = pause;
    this.attempts = attempts;
  }

  /**
   * Follows an attempt that has ended.
   *
   * @param ended it, no longer on its thread's stack
   * @param exit how it ended
   * @return how the last attempt ended
   */
  public Exit follow(RunningAttempt ended, Exit exit, FreshCall fresh) {
    long patience = settings.effect(ended.effect()).retry().patience().toNanos();
    long begun = clock.read().monotonicNanos();
    Exit last = exit;
    while (last.again().isPresent()) {
      Duration wait = last.again().get().plus(ROUNDING);
      long waited = clock.read().monotonicNanos() - begun;
      if (waited + wait.toNanos() > patience || !isWithinOuter(wait) || !paused(wait)) {
        return last;
      }
      Optional<Exit> next = fresh.call();
      if (next.isEmpty()) {
        return last;
      }
      last = next.get();
    }
    return last;
  }

  /**
   * What a fresh call that was held adds to what its caller knows already: nothing, unless the wish
   * has moved on meanwhile.
   */
  public static Optional<Exit> heldAgain(HeldCallException held) {
    HeldAnswer answer = held.answer();
    return answer.operation() == null
            || answer.status() == EffectStatus.FAILED
            || answer.status() == EffectStatus.UNKNOWN
        ? Optional.empty()
        : Optional.of(new Exit.Held(held));
  }

  /** An attempt was granted and nobody knows how it ended. */
  public static Exit lost(RunningAttempt earlier) {
    String operation = earlier.claim().operation().toString();
    return new Exit.Held(new HeldCallException(HeldAnswers.unknown().of(operation)));
  }

  /** Inside another body there is no waiting beyond that one's deadline, or without its lease. */
  private boolean isWithinOuter(Duration wait) {
    return attempts.current().map(outer -> outer.leased() && outer.lasts(wait)).orElse(true);
  }

  private boolean paused(Duration wait) {
    if (Thread.currentThread().isInterrupted()) {
      return false;
    }
    try {
      pause.of(wait);
      return true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Claims anew and calls anew. */
  @FunctionalInterface
  public interface FreshCall {

    /** How it ended; empty if nothing ran and there is nothing new to tell. */
    Optional<Exit> call();
  }
}
