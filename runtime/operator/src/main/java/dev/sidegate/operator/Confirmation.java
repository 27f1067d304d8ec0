package dev.sidegate.operator;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A word to be typed before something that sets much in motion. */
@Command
public final class Confirmation {
  @Option(names = "--yes", description = "Do not ask. For scripts.")
  private boolean yes;

  /**
   * Asks, unless told not to.
   *
   * @param word what has to be typed
   * @param to what typing it does, such as {@code resume}
   * @throws Fault if another word was typed
   */
  public void ask(Answers answers, String word, String to) {
    if (yes) {
      return;
    }
    answers.prompt("Type '" + word + "' to " + to + ": ");
    if (!word.equals(readLine())) {
      throw Fault.refused(
          "Nothing was done: '" + word + "' was not typed.", "In scripts give --yes instead.");
    }
  }

  private static String readLine() {
    try {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
      String line = in.readLine();
      return line == null ? "" : line.strip();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
