package dev.sidegate.engine.gate;

/** An unsafe request must not leave; nothing of it was written. The message says what and why. */
public final class DepartureRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Says of an effect why. */
  public DepartureRefusedException(String effect, String reason) {
    super("Sidegate: " + reason + "; nothing was sent for " + effect);
  }
}
