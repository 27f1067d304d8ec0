package dev.sidegate.operator;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What every command understands, and the way to its output. */
@Command
public final class CommonOptions {
  @Spec(Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  @Option(names = "--json", description = "Answer with one JSON document.")
  private boolean json;

  @SuppressWarnings("UnusedVariable") // picocli acts on it by itself
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Option(
      names = "--verbose",
      description = "Log what libraries do, and show the stack trace of a fault.")
  void verbose(boolean verbose) {
    if (verbose) {
      System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "info");
    }
    this.verbose = verbose;
  }

  private boolean verbose;

  /** Whether stack traces are wanted. */
  boolean isVerbose() {
    return verbose;
  }

  /** Whether the answer is JSON. */
  boolean isJson() {
    return json;
  }

  /** Where the command's answers go. */
  public Answers answers() {
    return new Answers(command.commandLine(), json);
  }
}
