package dev.sidegate.processor.shape;

/**
 * What annotations say of a value in the payload.
 *
 * @param freeText stored, not compared
 * @param sensitive shown nowhere
 */
public record Marks(boolean freeText, boolean sensitive) {
  /** Nothing. */
  public static final Marks NONE = new Marks(false, false);
}
