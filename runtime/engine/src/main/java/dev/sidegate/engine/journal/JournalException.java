package dev.sidegate.engine.journal;

import org.jspecify.annotations.Nullable;

/** The journal could not be written or read; the message says which file and why. */
public final class JournalException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  JournalException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
