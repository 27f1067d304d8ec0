package dev.sidegate.engine.key;

/** A key as people read it, on pages and in commands. Never an identity. */
public final class ShownKey {
  private ShownKey() {}

  /**
   * The key with its values decoded. What would be invisible, or would turn the reading direction
   * round, stays encoded.
   */
  public static String of(String key) {
    String decoded = PercentCode.decode(key);
    StringBuilder shown = new StringBuilder(decoded.length());
    decoded
        .codePoints()
        .forEach(
            c -> {
              if (isVisible(c)) {
                shown.appendCodePoint(c);
              } else {
                shown.append(PercentCode.encode(Character.toString(c)));
              }
            });
    return shown.toString();
  }

  private static boolean isVisible(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> codePoint == ' ' || !Character.isSpaceChar(codePoint);
    };
  }
}
