package dev.sidegate.engine.failure;

import dev.sidegate.FailureClass;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The body's own word that nothing was applied: an {@code EffectFailure}. It comes from the
 * application's loader, so it is known by its name.
 */
record Word(FailureClass failureClass, @Nullable Duration retryAfter) {
  private static final String EFFECT_FAILURE = "dev.sidegate.EffectFailure";

  static Optional<Word> of(Throwable thrown) {
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
}
