package dev.sidegate.operator.policy;

import dev.sidegate.operator.CommonOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Names what can be done about policies. */
@Command(
    name = "policy",
    synopsisSubcommandLabel = "COMMAND",
    description = "Looks at, and accepts, the policies that effects run under.",
    subcommands = {AcceptCommand.class})
public final class PolicyCommand implements Runnable {
  @SuppressWarnings("unused") // --help is picocli's to answer
  @Mixin
  private CommonOptions common = new CommonOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command? 'policy accept EFFECT'");
  }
}
