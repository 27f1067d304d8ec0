package dev.sidegate.operator.intent;

import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.key.ShownKey;
import dev.sidegate.engine.store.IntentRecord;
import dev.sidegate.operator.Answers;
import dev.sidegate.operator.CommonOptions;
import dev.sidegate.operator.ExitCode;
import dev.sidegate.operator.Shown;
import dev.sidegate.operator.Table;
import dev.sidegate.operator.database.DatabaseOptions;
import dev.sidegate.operator.database.StoreSession;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists operations, newest first. */
@Command(
    name = "list",
    description = "Lists operations, newest first.",
    footer = {"", "In doubt, waiting for you: list --state UNKNOWN"})
public final class ListCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "Only these: ${COMPLETION-CANDIDATES}")
  private @Nullable IntentState state;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "How many at most. Default: ${DEFAULT-VALUE}")
  private int limit = 50;

  @Option(
      names = "--before",
      paramLabel = "OPERATION",
      description = "Only older ones: the next page.")
  private @Nullable UUID before;

  @Override
  public Integer call() {
    List<IntentRecord> intents =
        new StoreSession(database.target()).ask(store -> store.list(state, before, limit));
    Answers answers = common.answers();
    answers.document(intents.stream().map(IntentView::of).toList());
    if (intents.isEmpty()) {
      answers.say(state == null ? "No operations." : "No operation is " + state + ".");
    } else {
      answers.table(table(intents));
      if (intents.size() == limit) {
        answers.say("");
        answers.say("Older ones: --before " + intents.get(limit - 1).operation());
      }
    }
    return ExitCode.DONE.code();
  }

  private static Table table(List<IntentRecord> intents) {
    boolean scoped = intents.stream().anyMatch(intent -> !intent.key().scope().isEmpty());
    Table table =
        scoped
            ? new Table("OPERATION", "STATE", "SCOPE", "EFFECT", "KEY", "TRIES", "SINCE")
            : new Table("OPERATION", "STATE", "EFFECT", "KEY", "TRIES", "SINCE");
    for (IntentRecord intent : intents) {
      String operation = intent.operation().toString();
      String effect = intent.key().effect();
      String key = ShownKey.of(intent.key().key());
      String tries = intent.attempts() + "/" + intent.maxAttempts();
      String since = Shown.time(intent.changedAt());
      if (scoped) {
        table.row(
            operation, state(intent), Shown.text(intent.key().scope()), effect, key, tries, since);
      } else {
        table.row(operation, state(intent), effect, key, tries, since);
      }
    }
    return table;
  }

  private static String state(IntentRecord intent) {
    return intent.holdReason() == null
        ? intent.state().name()
        : intent.state() + " (" + intent.holdReason() + ")";
  }
}
