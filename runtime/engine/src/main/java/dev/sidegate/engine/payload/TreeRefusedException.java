package dev.sidegate.engine.payload;

/**
 * A tree holds what no tree may hold. The message begins with the path, such as {@code
 * $.0.items[3].name}, and never shows a value.
 */
public final class TreeRefusedException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String path;

  TreeRefusedException(String path, String reason) {
    super(path + ": " + reason);
    this.path = path;
  }

  /** Where it stands; ends at a sensitive value, whose inside is not told. */
  public String path() {
    return path;
  }
}
