package dev.sidegate;

import org.jspecify.annotations.Nullable;

/** Nobody decided in time. Nothing ran, and an expiry is never a yes. */
public final class EffectExpiredException extends EffectHeldException {
  private static final long serialVersionUID = 1L;

  EffectExpiredException(Answer answer, @Nullable Throwable cause) {
    super(answer, cause);
  }
}
