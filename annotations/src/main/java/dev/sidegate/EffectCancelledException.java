package dev.sidegate;

import org.jspecify.annotations.Nullable;

/** Withdrawn before it was sent. Nothing ran. */
public final class EffectCancelledException extends EffectHeldException {
  private static final long serialVersionUID = 1L;

  EffectCancelledException(Answer answer, @Nullable Throwable cause) {
    super(answer, cause);
  }
}
