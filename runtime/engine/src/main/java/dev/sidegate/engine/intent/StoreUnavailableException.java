package dev.sidegate.engine.intent;

import org.jspecify.annotations.Nullable;

/** The database could not be asked, or its answer was not durable. */
public final class StoreUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says what, where and how to mend it. */
  public StoreUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
