package dev.sidegate.operator;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Why a person decides as he does. Stands in the audit, so it is asked for. */
@Command
public final class Reason {
  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      required = true,
      description = "Why; stands in the audit.")
  private String reason = "";

  /**
   * The text.
   *
   * @throws Fault if it is blank
   */
  public String text() {
    if (reason.isBlank()) {
      throw Fault.usage("A reason that says nothing is none.", "Give --reason \"…\".");
    }
    return reason.strip();
  }
}
