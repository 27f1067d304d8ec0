package dev.sidegate.engine.payload;

/** Finds broken text. Two different broken texts have the same UTF-8 bytes, so none may pass. */
public final class Surrogates {
  private Surrogates() {}

  /** The index of the first surrogate without its partner; -1 if there is none. */
  public static int firstLone(String text) {
    int i = 0;
    while (i < text.length()) {
      int codePoint = text.codePointAt(i);
      if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
        return i;
      }
      i += Character.charCount(codePoint);
    }
    return -1;
  }
}
