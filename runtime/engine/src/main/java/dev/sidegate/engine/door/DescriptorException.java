package dev.sidegate.engine.door;

import org.jspecify.annotations.Nullable;

/** A guarded class has no usable descriptor; its guarded methods are refused. */
final class DescriptorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DescriptorException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
