package dev.sidegate.engine.gate;

import org.jspecify.annotations.Nullable;

/**
 * A call that gives no result of its own run, inside the engine. At the door it becomes the
 * exception of the class loader that asked.
 */
public final class HeldCallException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient HeldAnswer answer;

  HeldCallException(HeldAnswer answer, @Nullable Throwable cause) {
    super(answer.message(), cause, false, false);
    this.answer = answer;
  }

  HeldCallException(HeldAnswer answer) {
    this(answer, null);
  }

  /** What the caller is told. */
  public HeldAnswer answer() {
    return answer;
  }
}
