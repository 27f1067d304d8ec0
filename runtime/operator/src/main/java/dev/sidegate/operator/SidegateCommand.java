package dev.sidegate.operator;

import dev.sidegate.operator.approval.ApproveCommand;
import dev.sidegate.operator.approval.CancelCommand;
import dev.sidegate.operator.approval.DelegateCommand;
import dev.sidegate.operator.approval.RejectCommand;
import dev.sidegate.operator.audit.AuditCommand;
import dev.sidegate.operator.audit.PruneCommand;
import dev.sidegate.operator.database.MigrateCommand;
import dev.sidegate.operator.dev.DevCommand;
import dev.sidegate.operator.doctor.DoctorCommand;
import dev.sidegate.operator.intent.GrantCommand;
import dev.sidegate.operator.intent.ListCommand;
import dev.sidegate.operator.intent.SettleCommand;
import dev.sidegate.operator.intent.ShowCommand;
import dev.sidegate.operator.intent.SupersedeCommand;
import dev.sidegate.operator.killswitch.ResumeCommand;
import dev.sidegate.operator.killswitch.StopCommand;
import dev.sidegate.operator.policy.PolicyCommand;
import dev.sidegate.operator.scan.ScanCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root: names every command, does nothing itself. */
@Command(
    name = "sidegate",
    mixinStandardHelpOptions = true,
    versionProvider = Build.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Looks at, and decides about, what AI agents did through Sidegate.",
    subcommands = {
      DevCommand.class,
      MigrateCommand.class,
      ListCommand.class,
      ShowCommand.class,
      SettleCommand.class,
      GrantCommand.class,
      SupersedeCommand.class,
      ApproveCommand.class,
      RejectCommand.class,
      CancelCommand.class,
      DelegateCommand.class,
      StopCommand.class,
      ResumeCommand.class,
      PolicyCommand.class,
      AuditCommand.class,
      PruneCommand.class,
      ScanCommand.class,
      DoctorCommand.class
    },
    footer = {
      "",
      "Exit codes: 0 done, 1 refused or not found, 2 wrong usage, 3 no database.",
      "'sidegate COMMAND --help' explains a command."
    })
final class SidegateCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command?");
  }
}
