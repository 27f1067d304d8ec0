package dev.sidegate;

import org.jspecify.annotations.Nullable;

/** A person gave up on finding out whether the effect happened. It is never run again by itself. */
public final class EffectAbandonedException extends EffectHeldException {
  private static final long serialVersionUID = 1L;

  EffectAbandonedException(Answer answer, @Nullable Throwable cause) {
    super(answer, cause);
  }
}
