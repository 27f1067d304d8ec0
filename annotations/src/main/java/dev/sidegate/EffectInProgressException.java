package dev.sidegate;

import org.jspecify.annotations.Nullable;

/** An attempt for the same key is running; its result is not known yet. */
public final class EffectInProgressException extends EffectHeldException {
  private static final long serialVersionUID = 1L;

  EffectInProgressException(Answer answer, @Nullable Throwable cause) {
    super(answer, cause);
  }
}
