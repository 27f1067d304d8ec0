package dev.sidegate.processor.shape;

import dev.sidegate.processor.report.Message;

/**
 * A type or value that cannot be what it is used for. Caught where the place in the source is
 * known.
 */
public final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;

  private final Message refusal;
  private final transient Object[] arguments;

  /** With the message's arguments. */
  public Refusal(Message refusal, Object... arguments) {
    super(null, null, false, false);
    this.refusal = refusal;
    this.arguments = arguments;
  }

  /** Why, in words. */
  public String reason() {
    return refusal.reason(arguments);
  }

  /** What to say. */
  public Message refusal() {
    return refusal;
  }

  /** The message's arguments. */
  public Object[] arguments() {
    return arguments.clone();
  }
}
