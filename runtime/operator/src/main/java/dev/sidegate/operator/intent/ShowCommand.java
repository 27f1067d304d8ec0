package dev.sidegate.operator.intent;

import dev.sidegate.engine.approval.ApprovalCard;
import dev.sidegate.engine.store.IntentHistory;
import dev.sidegate.engine.store.OperatorStore;
import dev.sidegate.operator.Answers;
import dev.sidegate.operator.CommonOptions;
import dev.sidegate.operator.ExitCode;
import dev.sidegate.operator.Fault;
import dev.sidegate.operator.approval.ApproverSession;
import dev.sidegate.operator.database.DatabaseOptions;
import dev.sidegate.operator.database.StoreSession;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows one operation with everything that happened to it. */
@Command(
    name = "show",
    description = "Shows one operation: how it stands, its attempts, and its whole timeline.")
public final class ShowCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();

  @Parameters(paramLabel = "OPERATION", description = "Its id, as 'list' and models name it.")
  private UUID operation = new UUID(0, 0);

  @Override
  public Integer call() {
    return new StoreSession(database.target()).ask(this::show);
  }

  private int show(OperatorStore store) {
    IntentHistory history = store.history(operation).orElseThrow(() -> notFound(operation));
    Responsible responsible = Responsible.of(history.intent(), store, database.settings());
    Optional<ApprovalCard> question = question(history);
    Map<String, @Nullable Object> view = HistoryView.of(history, question);
    responsible.addTo(view);
    Answers answers = common.answers();
    answers.document(view);
    Card card = new Card(history, question);
    answers.heading(card.title());
    card.lines().forEach(answers::plain);
    responsible.lines().forEach(answers::plain);
    return ExitCode.DONE.code();
  }

  /** Only of what somebody was ever asked about. */
  private Optional<ApprovalCard> question(IntentHistory history) {
    boolean asked = history.events().stream().anyMatch(event -> event.kind().startsWith("ASKED"));
    return asked
        ? new ApproverSession(database.target())
            .ask((approvals, store) -> approvals.card(operation))
        : Optional.empty();
  }

  static Fault notFound(UUID operation) {
    return Fault.refused(
        "There is no operation " + operation + ".", "'list' shows those of this database.");
  }
}
