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
import dev.sidegate.operator.killswitch.SwitchList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists operations, newest first. */
@Command(
    name = "list",
    description = "Lists operations, newest first.",
    footer = {"", "What waits for a person: list --held. What is stopped: list --switches."})
public final class ListCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();

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

  @ArgGroup private @Nullable Kind kind;

  @Option(names = "--effect", paramLabel = "E", description = "With --held: only of this effect.")
  private @Nullable String effect;

  @Override
  public Integer call() {
    if (kind != null && kind.switches) {
      return new StoreSession(database.target())
          .ask(store -> new SwitchList(store).tell(common.answers()));
    }
    if (kind != null && kind.held) {
      return new StoreSession(database.target())
          .ask(
              store ->
                  new HeldList(store, database.settings(), effect, before, limit)
                      .tell(common.answers()));
    }
    return all();
  }

  private int all() {
    IntentState state = kind == null ? null : kind.state;
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

  static String state(IntentRecord intent) {
    return intent.holdReason() == null
        ? intent.state().name()
        : intent.state() + " (" + intent.holdReason() + ")";
  }

  /** At most one of three. */
  static final class Kind {
    @Option(
        names = "--state",
        paramLabel = "STATE",
        description = "Only these: ${COMPLETION-CANDIDATES}")
    private @Nullable IntentState state;

    @Option(
        names = "--held",
        description = "What waits for a person: why, since when, what may be said, the runbook.")
    private boolean held;

    @Option(names = "--switches", description = "What is stopped, since when, by whom and why.")
    private boolean switches;
  }
}
