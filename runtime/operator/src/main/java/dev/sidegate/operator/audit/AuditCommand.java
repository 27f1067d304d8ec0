package dev.sidegate.operator.audit;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands about the audit. */
@Command(
    name = "audit",
    description = "Verifies, exports and seals the audit.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {VerifyCommand.class, ExportCommand.class, AnchorCommand.class})
public final class AuditCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command: verify, export or anchor?");
  }
}
