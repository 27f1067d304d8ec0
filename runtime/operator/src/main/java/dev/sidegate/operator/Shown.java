package dev.sidegate.operator;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** How values look on a terminal. */
public final class Shown {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss'Z'").withZone(ZoneOffset.UTC);

  /** Nothing is known, or there is nothing. */
  public static final String NOTHING = "–";

  private Shown() {}

  /** To the second, in UTC: an operator and a log in another zone shall agree. */
  public static String time(@Nullable Instant time) {
    return time == null ? NOTHING : SECONDS.format(time);
  }

  /**
   * A text that comes from somewhere else, on one line: no control character reaches the terminal,
   * nothing turns the reading direction round.
   */
  public static String text(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return NOTHING;
    }
    StringBuilder shown = new StringBuilder(text.length());
    text.codePoints()
        .map(
            c ->
                switch (Character.getType(c)) {
                  case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                      ' ';
                  case Character.FORMAT, Character.SURROGATE, Character.UNASSIGNED -> 0xFFFD;
                  default -> c;
                })
        .forEach(shown::appendCodePoint);
    return shown.toString();
  }
}
