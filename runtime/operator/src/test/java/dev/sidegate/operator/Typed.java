package dev.sidegate.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/**
 * A command line, run in this JVM.
 *
 * @param exit its exit code
 * @param out what it answered
 * @param err what it complained about
 */
public record Typed(int exit, String out, String err) {

  /** Runs it. */
  public static Typed run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exit = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    return new Typed(exit, out.toString(), err.toString());
  }

  /** The answer as JSON. */
  public JsonNode json() {
    try {
      return JsonMapper.builder().build().readTree(out);
    } catch (IOException none) {
      throw new UncheckedIOException(out, none);
    }
  }
}
