package dev.sidegate.engine.payload.type;

/** A type whose values cannot be told apart, or cannot be stored. Says where, why, and a remedy. */
public final class TypeRefusedException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  TypeRefusedException(String path, String reason, String remedy) {
    super(path + ": " + reason + "; " + remedy);
  }
}
