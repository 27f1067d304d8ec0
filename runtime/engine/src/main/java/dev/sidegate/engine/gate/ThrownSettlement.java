package dev.sidegate.engine.gate;

import dev.sidegate.FailureClass;
import dev.sidegate.engine.failure.Backoff;
import dev.sidegate.engine.failure.FailureVerdict;
import dev.sidegate.engine.failure.Sent;
import dev.sidegate.engine.intent.Failure;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.lease.LeaseClock;
import dev.sidegate.engine.settings.EffectSettings;
import dev.sidegate.engine.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** From a body's throwable to what is settled: the verdict, the text that is kept, the delay. */
final class ThrownSettlement {
  private static final int MESSAGE_LIMIT = 500;

  private final Settings settings;
  private final LeaseClock clock;
  private final RandomGenerator random;

  ThrownSettlement(Settings settings, LeaseClock clock, RandomGenerator random) {
    this.settings = settings;
    this.clock = clock;
    this.random = random;
  }

  Settlement of(RunningAttempt attempt, Throwable thrown) {
    EffectSpec effect = attempt.call().effect();
    WireEvidence evidence = attempt.evidence();
    if (evidence.nothingLeft() && HeldInside.is(thrown)) {
      return new Settlement.Postponed(HeldInside.REASON, delay(attempt, Optional.empty()));
    }
    FailureVerdict verdict =
        FailureVerdict.of(
            thrown,
            attempt::cameThrough,
            sent(evidence),
            effect.provider().notApplied(),
            attempt.call().classifier(),
            Instant.ofEpochMilli(clock.read().wallMillis()));
    Failure failure = failure(verdict.failureClass(), thrown, effect);
    return switch (verdict.failureClass()) {
      case INVALID_INPUT, PERMANENT -> new Settlement.Terminal(failure);
      case TRANSIENT_BEFORE_WRITE, RATE_LIMITED ->
          new Settlement.Retryable(failure, delay(attempt, verdict.retryAfter()));
      case UNKNOWN_AFTER_START ->
          new Settlement.Doubt(failure, delay(attempt, verdict.retryAfter()));
    };
  }

  private Duration delay(RunningAttempt attempt, Optional<Duration> asked) {
    EffectSettings.Retry retry = settings.effect(attempt.effect()).retry();
    return new Backoff(retry.baseDelay(), retry.maxDelay())
        .after(attempt.claim().attempt(), asked, random);
  }

  private static Sent sent(WireEvidence evidence) {
    return new Sent(
        evidence.watched() && !evidence.untied(),
        evidence.nothingLeft(),
        evidence.answers().stream()
            .map(answer -> new Sent.Answer(answer.status(), answer.retryAfter(), answer.complete()))
            .toList(),
        evidence.unanswered());
  }

  private static Failure failure(FailureClass failureClass, Throwable thrown, EffectSpec effect) {
    // Law 13: an exception of a sensitive call may quote the value.
    String message = effect.sensitive() ? null : thrown.getMessage();
    return new Failure(
        failureClass,
        thrown.getClass().getName(),
        message == null || message.length() <= MESSAGE_LIMIT
            ? message
            : message.substring(0, MESSAGE_LIMIT));
  }
}
