package dev.sidegate.engine.gate;

import org.jspecify.annotations.Nullable;

/**
 * The arguments give no key or no payload. Nothing was claimed. The message names the place and the
 * remedy, never a sensitive value.
 */
public final class InvalidCallException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says what, where and how to mend it. */
  public InvalidCallException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
