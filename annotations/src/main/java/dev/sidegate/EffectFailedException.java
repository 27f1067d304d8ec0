package dev.sidegate;

import org.jspecify.annotations.Nullable;

/** An earlier call failed, and it is proven that nothing was applied. */
public final class EffectFailedException extends EffectHeldException {
  private static final long serialVersionUID = 1L;

  private final @Nullable String failure;

  EffectFailedException(Answer answer, @Nullable Throwable cause) {
    super(answer, cause);
    this.failure = answer.failure;
  }

  /** The class name of the original exception; null if the call failed before the body. */
  public @Nullable String failure() {
    return failure;
  }
}
