package dev.sidegate;

import org.jspecify.annotations.Nullable;

/**
 * It is not known whether the effect happened. It is not repeated before somebody, or the provider,
 * says so.
 */
public final class OutcomeUnknownException extends EffectHeldException {
  private static final long serialVersionUID = 1L;

  OutcomeUnknownException(Answer answer, @Nullable Throwable cause) {
    super(answer, cause);
  }
}
