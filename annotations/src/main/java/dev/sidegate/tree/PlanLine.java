package dev.sidegate.tree;

/** The words of one line, from left to right. */
final class PlanLine {
  private final String line;
  private int next;

  PlanLine(String line) {
    this.line = line;
  }

  boolean isAtEnd() {
    return next > line.length();
  }

  /** The next word. */
  String next() {
    int end = end();
    String word = line.substring(next, end);
    next = end + 1;
    return word;
  }

  /** The next word, read as a number. */
  int number() {
    return Integer.parseInt(next());
  }

  /** Goes past the next word if it is this one. */
  boolean skip(String word) {
    if (isAtEnd() || !peek().equals(word)) {
      return false;
    }
    next();
    return true;
  }

  private String peek() {
    return line.substring(next, end());
  }

  private int end() {
    if (isAtEnd()) {
      throw new IllegalArgumentException("a plan's line ends too early: " + line);
    }
    int end = line.indexOf(' ', next);
    return end < 0 ? line.length() : end;
  }

  /** A word that may hold any text: {@code \s} is a blank, {@code \n} ends a line. */
  static String unescaped(String word) {
    if (word.indexOf('\\') < 0) {
      return word;
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      if (c == '\\') {
        i++;
        c =
            switch (word.charAt(i)) {
              case 's' -> ' ';
              case 'n' -> '\n';
              default -> '\\';
            };
      }
      text.append(c);
    }
    return text.toString();
  }
}
