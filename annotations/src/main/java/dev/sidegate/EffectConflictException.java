package dev.sidegate;

import org.jspecify.annotations.Nullable;

/**
 * The key is already used with another payload, or the stored payload has another schema. Nothing
 * ran.
 */
public final class EffectConflictException extends EffectHeldException {
  private static final long serialVersionUID = 1L;

  EffectConflictException(Answer answer, @Nullable Throwable cause) {
    super(answer, cause);
  }
}
