package dev.sidegate.processor.report;

/**
 * One fault, not yet printed.
 *
 * @param message what
 * @param place where
 * @param text the message in words
 */
public record Finding(Message message, Place place, String text) {

  /** A finding without a template. */
  public static Finding of(Message message, Place place, Object... arguments) {
    return new Finding(message, place, text(message, "", arguments));
  }

  /**
   * A finding inside a template. The offset stands in the text because compilers cannot point into
   * a string.
   */
  public static Finding in(
      Message message, Place place, String template, int offset, Object... arguments) {
    return new Finding(message, place, text(message, pointer(template, offset), arguments));
  }

  private static String text(Message message, String pointer, Object... arguments) {
    StringBuilder text = new StringBuilder();
    text.append('[').append(message.code()).append("] ").append(message.reason(arguments));
    text.append(pointer);
    String remedy = message.remedy(arguments);
    if (!remedy.isEmpty()) {
      text.append("\n  ").append(remedy);
    }
    return text.toString();
  }

  /** The template, and below it a caret under the offset; both escaped so that columns agree. */
  private static String pointer(String template, int offset) {
    if (template.isEmpty()) {
      return "";
    }
    int column = visible(template.substring(0, offset)).length();
    return "\n    "
        + visible(template)
        + "\n    "
        + " ".repeat(column)
        + "^ (offset "
        + offset
        + ")";
  }

  private static String visible(String template) {
    StringBuilder text = new StringBuilder();
    template
        .codePoints()
        .forEach(
            c ->
                text.append(
                    Character.isISOControl(c)
                        ? String.format("\\u%04x", c)
                        : Character.toString(c)));
    return text.toString();
  }
}
