package dev.sidegate.quickstart.day;

import java.io.PrintStream;

/** The terminal: colours where there is one, plain text where not. */
final class Screen {
  private static final int WIDTH = 60;

  private final PrintStream out;
  private final boolean colours;

  Screen(PrintStream out, boolean colours) {
    this.out = out;
    this.colours = colours;
  }

  /** Where there are no colours, in a file. */
  static Screen plain() {
    return new Screen(System.out, false);
  }

  void heading(String text) {
    out.println();
    out.println(bold(text));
  }

  /** Says what begins; {@link #end} finishes the line. */
  void begin(String text) {
    out.print("  " + text + " " + dim(".".repeat(Math.max(3, WIDTH - text.length()))) + " ");
    out.flush();
  }

  void end(String text) {
    out.println(text);
  }

  void line(String text) {
    out.println(text);
  }

  /** A command as one would type it. */
  void command(String program, String... words) {
    StringBuilder typed = new StringBuilder(program);
    for (String word : words) {
      boolean plain = word.matches("[\\w.-]+");
      typed.append(' ').append(plain ? word : "'" + word + "'");
    }
    out.println("  " + dim("$") + " " + bold(typed.toString()));
  }

  static String firstSentence(String text) {
    return text.replaceFirst("(?<=\\.) .*", " …");
  }

  String verdict(boolean good, String text) {
    return good ? good(text) : bad(text);
  }

  String good(String text) {
    return styled("32", text);
  }

  String bad(String text) {
    return styled("31;1", text);
  }

  String bold(String text) {
    return styled("1", text);
  }

  String dim(String text) {
    return styled("2", text);
  }

  private String styled(String code, String text) {
    return colours ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
