package dev.sidegate;

/** What a failure means for the next step. */
public enum FailureClass {
  /** The arguments are wrong; nothing was sent. Terminal. */
  INVALID_INPUT,
  /** The provider refused for good. Terminal, goes to a person. */
  PERMANENT,
  /** Nothing left the JVM, by positive evidence. Bounded retry. */
  TRANSIENT_BEFORE_WRITE,
  /** The provider did not apply it and asks to wait. Bounded retry. */
  RATE_LIMITED,
  /** Anything else once the body started. Doubt. */
  UNKNOWN_AFTER_START
}
