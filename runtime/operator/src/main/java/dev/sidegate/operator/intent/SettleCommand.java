package dev.sidegate.operator.intent;

import dev.sidegate.engine.store.Decision;
import dev.sidegate.engine.store.IntentRecord;
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

/** Says what became of an operation that is in doubt, or that evidence opposes. */
@Command(
    name = "settle",
    description = {
      "Says what became of an operation that is in doubt, or that late evidence contradicts.",
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
  @Mixin private DecisionOptions decision = new DecisionOptions();

  @Parameters(paramLabel = "OPERATION", description = "Its id.")
  private UUID operation = new UUID(0, 0);

  @ArgGroup(multiplicity = "1")
  private Verdict verdict = new Verdict();

  @Override
  public Integer call() {
    Decision.Verdict said = verdict.decided();
    String why = reason.text();
    IntentRecord intent =
        new StoreSession(database.target())
            .ask(store -> decision.decide(store, operation, said, why));
    Answers answers = common.answers();
    answers.document(IntentView.of(intent));
    answers.plain("Operation " + operation + " is " + ListCommand.state(intent) + ".");
    NextSteps.of(intent).forEach(answers::plain);
    return ExitCode.DONE.code();
  }

  /** Exactly one of five. */
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

    @Option(
        names = "--acknowledge",
        description = "The contradiction has been seen; how the operation stands is right.")
    private boolean acknowledge;

    @Option(
        names = "--reconcile-by",
        paramLabel = "RECONCILER",
        description = {
          "This reconciler may find out, though the doubt arose under another one:",
          "it asks the provider at once. 'show' names both."
        })
    private @Nullable String reconciler;

    Decision.Verdict decided() {
      if (applied != null) {
        if (applied.isBlank()) {
          throw Fault.usage("A receipt is the provider's id; it is never empty.", "");
        }
        return new Decision.Applied(applied);
      }
      if (reconciler != null) {
        if (reconciler.isBlank()) {
          throw Fault.usage("A reconciler is named as 'show' names it; never empty.", "");
        }
        return new Decision.Reconcile(reconciler);
      }
      if (acknowledge) {
        return new Decision.Acknowledge();
      }
      if (notApplied) {
        return new Decision.NotApplied();
      }
      if (abandon) {
        return new Decision.Abandon();
      }
      throw Fault.usage("Say what became of it: one of the five.", "");
    }
  }
}
