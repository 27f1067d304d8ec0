package dev.sidegate.engine.gate;

import org.jspecify.annotations.Nullable;

/** The application's validation is there and cannot be asked; then nothing may run (law 1). */
public final class UnfitValidationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says what is wrong. */
  public UnfitValidationException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
