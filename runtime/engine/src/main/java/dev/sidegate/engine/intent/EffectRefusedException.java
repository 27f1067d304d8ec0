package dev.sidegate.engine.intent;

/** The database refuses an effect's owner or policy; the message says which and how to mend it. */
public final class EffectRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Refuses with a message for the operator. */
  public EffectRefusedException(String message) {
    super(message);
  }
}
