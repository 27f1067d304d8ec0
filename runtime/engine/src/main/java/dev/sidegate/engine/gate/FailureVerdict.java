package dev.sidegate.engine.gate;

import dev.sidegate.FailureClass;
import dev.sidegate.engine.intent.Failure;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.settings.EffectSettings;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What a body's throwable proves (law 4). Only the body's own word that nothing was applied leads
 * out of doubt; every other throwable, {@link Error}s and interrupts among them, is doubt.
 */
final class FailureVerdict {
  private static final int MESSAGE_LIMIT = 500;
  private static final String EFFECT_FAILURE = "dev.sidegate.EffectFailure";

  private final RandomGenerator random;

  FailureVerdict(RandomGenerator random) {
    this.random = random;
  }

  Settlement of(Throwable thrown, int attempt, EffectSpec effect, EffectSettings settings) {
    Optional<Word> word = word(thrown);
    if (word.isEmpty()) {
      return new Settlement.Doubt(
          failure(FailureClass.UNKNOWN_AFTER_START, thrown, effect),
          delay(null, attempt, settings));
    }
    Failure failure = failure(word.get().failureClass(), thrown, effect);
    return switch (failure.failureClass()) {
      case INVALID_INPUT, PERMANENT -> new Settlement.Terminal(failure);
      case TRANSIENT_BEFORE_WRITE, RATE_LIMITED ->
          new Settlement.Retryable(failure, delay(word.get().retryAfter(), attempt, settings));
      case UNKNOWN_AFTER_START ->
          new Settlement.Doubt(failure, delay(word.get().retryAfter(), attempt, settings));
    };
  }

  /** Full jitter: anything up to the doubled delay, but never less than the provider asked for. */
  private Duration delay(@Nullable Duration retryAfter, int attempt, EffectSettings settings) {
    long base = settings.retry().baseDelay().toMillis();
    long cap = settings.retry().maxDelay().toMillis();
    long bound = Math.min(cap, base << Math.min(attempt - 1, 20));
    long jittered = bound <= 0 ? 0 : random.nextLong(bound + 1);
    return retryAfter != null && retryAfter.toMillis() > jittered
        ? retryAfter
        : Duration.ofMillis(jittered);
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

  /** The application's EffectFailure comes from another loader, so it is known by its name. */
  private static Optional<Word> word(Throwable thrown) {
    if (!thrown.getClass().getName().equals(EFFECT_FAILURE)) {
      return Optional.empty();
    }
    try {
      Method failureClass = thrown.getClass().getMethod("failureClass");
      Method retryAfter = thrown.getClass().getMethod("retryAfter");
      return Optional.of(
          new Word(
              FailureClass.valueOf(((Enum<?>) failureClass.invoke(thrown)).name()),
              (Duration) retryAfter.invoke(thrown)));
    } catch (ReflectiveOperationException | IllegalArgumentException newerProtocol) {
      return Optional.empty();
    }
  }

  private record Word(FailureClass failureClass, @Nullable Duration retryAfter) {}
}
