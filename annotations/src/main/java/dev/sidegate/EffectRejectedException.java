package dev.sidegate;

import org.jspecify.annotations.Nullable;

/** A person said no. Nothing ran; {@link #reason()} says why. */
public final class EffectRejectedException extends EffectHeldException {
  private static final long serialVersionUID = 1L;

  EffectRejectedException(Answer answer, @Nullable Throwable cause) {
    super(answer, cause);
  }
}
