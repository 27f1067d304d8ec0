package dev.sidegate;

import org.jspecify.annotations.Nullable;

/** Nothing was sent yet: the effect waits in the outbox, or for its next try. */
public final class EffectScheduledException extends EffectHeldException {
  private static final long serialVersionUID = 1L;

  EffectScheduledException(Answer answer, @Nullable Throwable cause) {
    super(answer, cause);
  }
}
