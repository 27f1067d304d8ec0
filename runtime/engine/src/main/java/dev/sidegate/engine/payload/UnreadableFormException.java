package dev.sidegate.engine.payload;

import org.jspecify.annotations.Nullable;

/** Stored bytes cannot be read back. The message says why, and shows none of them. */
public final class UnreadableFormException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  UnreadableFormException(String message) {
    this(message, null);
  }

  UnreadableFormException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
