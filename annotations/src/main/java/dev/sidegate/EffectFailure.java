package dev.sidegate;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a guarded body that knows that nothing was applied. It leads out of doubt, unless the
 * wire saw an unsafe request that was not refused.
 *
 * <pre>{@code
 * throw EffectFailure.notApplied(FailureClass.PERMANENT, "the account is closed");
 * }</pre>
 */
public final class EffectFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final FailureClass failureClass;
  private final @Nullable Duration retryAfter;

  private EffectFailure(
      FailureClass failureClass,
      String message,
      @Nullable Duration retryAfter,
      @Nullable Throwable cause) {
    super(message, cause);
    this.failureClass = failureClass;
    this.retryAfter = retryAfter;
  }

  /** Nothing was applied; {@code failureClass} says what follows. */
  public static EffectFailure notApplied(FailureClass failureClass, String message) {
    return notApplied(failureClass, message, null, null);
  }

  /**
   * Nothing was applied.
   *
   * @param failureClass what follows; {@link FailureClass#UNKNOWN_AFTER_START} is refused
   * @param retryAfter how long to wait before the next attempt, or null
   * @throws IllegalArgumentException for {@link FailureClass#UNKNOWN_AFTER_START}
   */
  public static EffectFailure notApplied(
      FailureClass failureClass,
      String message,
      @Nullable Duration retryAfter,
      @Nullable Throwable cause) {
    if (Objects.requireNonNull(failureClass, "failureClass") == FailureClass.UNKNOWN_AFTER_START) {
      throw new IllegalArgumentException(
          "UNKNOWN_AFTER_START is doubt, not proof; throw the original exception instead");
    }
    return new EffectFailure(failureClass, message, retryAfter, cause);
  }

  /** What kind of failure it was. */
  public FailureClass failureClass() {
    return failureClass;
  }

  /** How long the provider asked to wait; null if it did not. */
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }
}
