package dev.sidegate;

import org.jspecify.annotations.Nullable;

/**
 * The effect happened in an earlier call, whose result cannot be rebuilt. Where it can, the call
 * returns the stored result instead.
 */
public final class EffectCompletedException extends EffectHeldException {
  private static final long serialVersionUID = 1L;

  private final @Nullable String receipt;

  EffectCompletedException(Answer answer, @Nullable Throwable cause) {
    super(answer, cause);
    this.receipt = answer.receipt;
  }

  /** The provider's id of the effect; null if the body gave none. */
  public @Nullable String receipt() {
    return receipt;
  }
}
