package dev.sidegate;

import org.jspecify.annotations.Nullable;

/** An operator closed the kill switch. Nothing ran. */
public final class EffectStoppedException extends EffectHeldException {
  private static final long serialVersionUID = 1L;

  EffectStoppedException(Answer answer, @Nullable Throwable cause) {
    super(answer, cause);
  }
}
