package dev.sidegate.operator.intent;

import dev.sidegate.engine.store.IntentHistory;
import dev.sidegate.operator.Answers;
import dev.sidegate.operator.CommonOptions;
import dev.sidegate.operator.ExitCode;
import dev.sidegate.operator.Fault;
import dev.sidegate.operator.database.DatabaseOptions;
import dev.sidegate.operator.database.StoreSession;
import java.util.UUID;
import java.util.concurrent.Callable;
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
    IntentHistory history =
        new StoreSession(database.target())
            .ask(store -> store.history(operation))
            .orElseThrow(() -> notFound(operation));
    Answers answers = common.answers();
    answers.document(HistoryView.of(history));
    Card card = new Card(history);
    answers.heading(card.title());
    card.lines().forEach(answers::plain);
    return ExitCode.DONE.code();
  }

  static Fault notFound(UUID operation) {
    return Fault.refused(
        "There is no operation " + operation + ".", "'list' shows those of this database.");
  }
}
