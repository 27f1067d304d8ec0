package dev.sidegate.agent.jvm;

import java.util.List;

/** How a forked JVM ended. */
public record Ended(int exitCode, List<String> output, List<String> errors) {

  /** What it wrote to standard error, as one text. */
  public String error() {
    return String.join("\n", errors);
  }
}
