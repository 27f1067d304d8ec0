package dev.sidegate.engine.key;

import java.text.Normalizer;
import java.util.Locale;

/**
 * The filter {@code fold}: what people type in several ways gets one form. NFKC, trimmed, one space
 * between words, lower case by no language's rules, ASCII digits. Folding twice changes nothing.
 */
final class Fold {
  private Fold() {}

  static String apply(String text) {
    String once = pass(text);
    String twice = pass(once);
    // Lower case can leave what NFKC composes again; the third form is the second.
    return once.equals(twice) ? once : pass(twice);
  }

  static boolean isBlank(int codePoint) {
    return Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint);
  }

  private static String pass(String text) {
    String composed = Normalizer.normalize(text, Normalizer.Form.NFKC);
    StringBuilder out = new StringBuilder(composed.length());
    composed.codePoints().forEach(c -> append(out, c));
    int end = out.length();
    if (end > 0 && out.charAt(end - 1) == ' ') {
      out.setLength(end - 1);
    }
    return Normalizer.normalize(out.toString().toLowerCase(Locale.ROOT), Normalizer.Form.NFKC);
  }

  private static void append(StringBuilder out, int codePoint) {
    if (isBlank(codePoint)) {
      if (out.length() > 0 && out.charAt(out.length() - 1) != ' ') {
        out.append(' ');
      }
    } else if (Character.getType(codePoint) == Character.DECIMAL_DIGIT_NUMBER) {
      out.append((char) ('0' + Character.digit(codePoint, 10)));
    } else {
      out.appendCodePoint(codePoint);
    }
  }
}
