package dev.sidegate.operator.approval;

import dev.sidegate.engine.approval.Withdrawal;
import dev.sidegate.operator.Answers;
import dev.sidegate.operator.CommonOptions;
import dev.sidegate.operator.ExitCode;
import dev.sidegate.operator.Fault;
import dev.sidegate.operator.Reason;
import dev.sidegate.operator.database.DatabaseOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes back what waits. */
@Command(
    name = "cancel",
    description = {
      "Takes back an operation that waits: for a person, for its window, or for a worker.",
      "What a worker has begun is not taken back any more."
    })
public final class CancelCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();
  @Mixin private Reason reason = new Reason();

  @Parameters(paramLabel = "OPERATION", description = "Its id.")
  private UUID operation = new UUID(0, 0);

  @Option(
      names = "--version",
      paramLabel = "N",
      description = "The version you looked at, as in 'show --json'. Default: whatever it is.")
  private @Nullable Long version;

  @Option(
      names = "--decision",
      paramLabel = "UUID",
      description = "The decision's own id; the same id decides once. Default: a new one.")
  private UUID decision = UUID.randomUUID();

  @Override
  public Integer call() {
    String why = reason.text();
    Withdrawal.Outcome outcome =
        new ApproverSession(database.target())
            .ask(
                (approvals, store) ->
                    approvals.withdraw(new Withdrawal(decision, operation, version, why)));
    switch (outcome.verdict()) {
      case DECIDED -> tell(common.answers());
      case MOVED ->
          throw Fault.refused(
              "Not withdrawn: the operation is " + outcome.state() + ".",
              "Only what waits is withdrawn, and only as you saw it. 'show' says how it stands.");
      case OTHER_ROLE ->
          throw Fault.refused(
              "This login may not withdraw it.",
              "Operators may, and approvers in the role that the effect names.");
      case OTHER_DECISION ->
          throw Fault.refused(
              "The id " + decision + " belongs to another decision.",
              "Give a new --decision, or none.");
      case NOT_FOUND ->
          throw Fault.refused(
              "There is no operation " + operation + ".", "'list' shows those of this database.");
    }
    return ExitCode.DONE.code();
  }

  private void tell(Answers answers) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("operation", operation.toString());
    document.put("state", "CANCELLED");
    answers.document(document);
    answers.plain("Operation " + operation + " is CANCELLED. Nothing is done.");
  }
}
