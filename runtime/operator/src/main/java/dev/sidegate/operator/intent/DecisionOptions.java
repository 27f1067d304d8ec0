package dev.sidegate.operator.intent;

import dev.sidegate.engine.store.Decision;
import dev.sidegate.engine.store.DecisionOutcome;
import dev.sidegate.engine.store.IntentRecord;
import dev.sidegate.engine.store.OperatorStore;
import dev.sidegate.operator.Fault;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Which decision this is, and about which version of the operation. */
@Command
final class DecisionOptions {
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

  /** The decision's id; the batch's, where many are decided about. */
  UUID id() {
    return decision;
  }

  /**
   * Decides, and answers how the operation stands.
   *
   * @throws Fault if it moved, or does not allow it
   */
  IntentRecord decide(OperatorStore store, UUID operation, Decision.Verdict said, String why) {
    long seen =
        version != null
            ? version
            : store
                .history(operation)
                .orElseThrow(() -> ShowCommand.notFound(operation))
                .intent()
                .version();
    DecisionOutcome outcome = store.decide(new Decision(decision, operation, seen, said, why));
    if (outcome instanceof DecisionOutcome.Decided decided) {
      return decided.intent();
    }
    throw refused(outcome, operation, seen);
  }

  private Fault refused(DecisionOutcome outcome, UUID operation, long seen) {
    if (outcome instanceof DecisionOutcome.Moved moved) {
      IntentRecord intent = moved.intent();
      return Fault.refused(
          "Nothing was decided: the operation is "
              + ListCommand.state(intent)
              + ", at version "
              + intent.version()
              + ".",
          (intent.version() == seen
                  ? ""
                  : "It moved since you looked. 'show' it again, then decide. ")
              + Allowed.sentence(intent));
    }
    if (outcome instanceof DecisionOutcome.OtherDecision) {
      return Fault.refused(
          "The id " + decision + " belongs to another decision.",
          "Give a new --decision, or none.");
    }
    return ShowCommand.notFound(operation);
  }
}
