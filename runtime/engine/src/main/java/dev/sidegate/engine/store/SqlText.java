package dev.sidegate.engine.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One statement, read from the resource {@code NAME.sql} of this package, with named parameters
 * such as {@code :owner::uuid}. A name may stand several times. Comments are left out; a string
 * literal never holds a parameter.
 */
final class SqlText {
  /** A cast, a literal and a comment are passed over; what is left with a colon is a parameter. */
  private static final Pattern TOKEN = Pattern.compile("--[^\\n]*|'(?:[^']|'')*'|::|:([a-z_]+)");

  private final String jdbc;
  private final List<String> names;

  private SqlText(String jdbc, List<String> names) {
    this.jdbc = jdbc;
    this.names = names;
  }

  static SqlText named(String name) {
    try (InputStream resource = SqlText.class.getResourceAsStream(name + ".sql")) {
      if (resource == null) {
        throw new IllegalStateException("statement " + name + ".sql is missing from the engine");
      }
      return parse(new String(resource.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static SqlText parse(String text) {
    List<String> names = new ArrayList<>();
    StringBuilder jdbc = new StringBuilder();
    Matcher token = TOKEN.matcher(text);
    while (token.find()) {
      String replacement = token.group();
      if (token.group(1) != null) {
        names.add(token.group(1));
        replacement = "?";
      } else if (replacement.startsWith("--")) {
        replacement = "";
      }
      token.appendReplacement(jdbc, Matcher.quoteReplacement(replacement));
    }
    token.appendTail(jdbc);
    return new SqlText(jdbc.toString().strip(), List.copyOf(names));
  }

  /** The text with a question mark for each parameter. */
  String jdbc() {
    return jdbc;
  }

  /** The parameters' names in the order of the question marks. */
  List<String> names() {
    return names;
  }
}
