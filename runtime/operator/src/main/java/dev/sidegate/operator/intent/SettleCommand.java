package dev.sidegate.operator.intent;

import dev.sidegate.engine.store.Decision;
import dev.sidegate.engine.store.DecisionOutcome;
import dev.sidegate.engine.store.IntentRecord;
import dev.sidegate.engine.store.OperatorStore;
import dev.sidegate.operator.Answers;
import dev.sidegate.operator.CommonOptions;
import dev.sidegate.operator.ExitCode;
import dev.sidegate.operator.Fault;
import dev.sidegate.operator.Reason;
import dev.sidegate.operator.database.DatabaseOptions;
import dev.sidegate.operator.database.StoreSession;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what became of an operation that is in doubt. */
@Command(
    name = "settle",
    description = {
      "Says what became of an operation that is in doubt.",
      "Look into the provider's own book first: a wrong word here is a second refund or a lost one."
    },
    footer = {
      "",
      "The decision counts for the operation as you saw it: if it has moved since, nothing changes.",
      "With --decision a script may repeat itself; the same id decides once."
    })
public final class SettleCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();
  @Mixin private Reason reason = new Reason();

  @Parameters(paramLabel = "OPERATION", description = "Its id.")
  private UUID operation = new UUID(0, 0);

  @ArgGroup(multiplicity = "1")
  private Verdict verdict = new Verdict();

  @Option(
      names = "--version",
      paramLabel = "N",
      description = "The version you looked at, as in 'show --json'. Default: the present one.")
  private @Nullable Long version;

  @Option(
      names = "--decision",
      paramLabel = "UUID",
      description = "The decision's own id. Default: a new one.")
  private UUID decision = UUID.randomUUID();

  @Override
  public Integer call() {
    Decision.Verdict said = verdict.decided();
    String why = reason.text();
    DecisionOutcome outcome =
        new StoreSession(database.target()).ask(store -> decide(store, said, why));
    if (outcome instanceof DecisionOutcome.Decided decided) {
      IntentRecord intent = decided.intent();
      Answers answers = common.answers();
      answers.document(IntentView.of(intent));
      answers.plain("Operation " + operation + " is " + intent.state() + ".");
      NextSteps.of(intent).forEach(answers::plain);
      return ExitCode.DONE.code();
    }
    throw refused(outcome);
  }

  private DecisionOutcome decide(OperatorStore store, Decision.Verdict said, String why) {
    long seen =
        version != null
            ? version
            : store
                .history(operation)
                .orElseThrow(() -> ShowCommand.notFound(operation))
                .intent()
                .version();
    return store.decide(new Decision(decision, operation, seen, said, why));
  }

  private Fault refused(DecisionOutcome outcome) {
    if (outcome instanceof DecisionOutcome.Moved moved) {
      IntentRecord intent = moved.intent();
      return Fault.refused(
          "Not settled: the operation is "
              + intent.state()
              + ", at version "
              + intent.version()
              + ".",
          switch (intent.state()) {
            case UNKNOWN -> "It moved since you looked. 'show' it again, then decide.";
            case PROCESSING -> "An attempt is running; after its lease it may be settled.";
            default -> "Only what is UNKNOWN is settled.";
          });
    }
    if (outcome instanceof DecisionOutcome.OtherDecision) {
      return Fault.refused(
          "The id " + decision + " belongs to another decision.",
          "Give a new --decision, or none.");
    }
    return ShowCommand.notFound(operation);
  }

  /** Exactly one of three. */
  static final class Verdict {
    @Option(
        names = "--applied",
        paramLabel = "RECEIPT",
        description = "It happened; the provider's id of it.")
    private @Nullable String applied;

    @Option(
        names = "--not-applied",
        description = "It did not happen, and no attempt can still make it happen.")
    private boolean notApplied;

    @Option(names = "--abandon", description = "Nobody will find out. This is final.")
    private boolean abandon;

    Decision.Verdict decided() {
      if (applied != null) {
        if (applied.isBlank()) {
          throw Fault.usage("A receipt is the provider's id; it is never empty.", "");
        }
        return new Decision.Applied(applied);
      }
      if (abandon == notApplied) {
        throw Fault.usage("Say one of --applied RECEIPT, --not-applied and --abandon.", "");
      }
      return abandon ? new Decision.Abandon() : new Decision.NotApplied();
    }
  }
}
