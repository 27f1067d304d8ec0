package dev.sidegate.engine.target;

import org.jspecify.annotations.Nullable;

/** A resolver of the application failed, so nobody knows the target. */
final class UnresolvedTargetException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnresolvedTargetException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
