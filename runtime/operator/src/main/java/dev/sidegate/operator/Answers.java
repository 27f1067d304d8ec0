package dev.sidegate.operator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Style;

/** A command's answers: calm text for people, or one JSON document for scripts. */
public final class Answers {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  private static final ObjectMapper LINES = JsonMapper.builder().build();

  private final PrintWriter out;
  private final Ansi ansi;
  private final boolean json;

  Answers(CommandLine command, boolean json) {
    this.out = command.getOut();
    this.ansi = command.getColorScheme().ansi();
    this.json = json;
  }

  /** Whether a script reads along. */
  public boolean json() {
    return json;
  }

  /** Prints lines for people; says nothing to scripts. Picocli's markup is understood. */
  public void say(List<String> lines) {
    if (!json) {
      lines.forEach(line -> out.println(ansi.string(line)));
    }
    out.flush();
  }

  /** Prints one line for people. */
  public void say(String line) {
    say(List.of(line));
  }

  /** Prints a line that stands out, as it is. */
  public void heading(String line) {
    plain(bold(line));
  }

  /** Prints a table with its headings standing out. */
  public void table(Table table) {
    List<String> lines = table.lines();
    plain(bold(lines.get(0)));
    lines.subList(1, lines.size()).forEach(this::plain);
  }

  /** Asks for something on the same line. */
  public void prompt(String question) {
    if (!json) {
      out.print(question);
      out.flush();
    }
  }

  private String bold(String line) {
    return ansi.enabled() ? Style.bold.on() + line + Style.bold.off() : line;
  }

  /** Prints one line as it is, for people: nothing in it is markup. */
  public void plain(String line) {
    if (!json) {
      out.println(line);
      out.flush();
    }
  }

  /** Prints the document for scripts; says nothing to people. */
  public void document(Object value) {
    if (json) {
      write(MAPPER, value);
    }
  }

  /** Prints the document on one line, for scripts that follow a running command. */
  public void line(Object value) {
    if (json) {
      write(LINES, value);
    }
  }

  private void write(ObjectMapper mapper, Object value) {
    try {
      out.println(mapper.writeValueAsString(value));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("an answer is made of plain values", impossible);
    }
    out.flush();
  }
}
