package dev.sidegate.operator.intent;

import dev.sidegate.engine.key.ShownKey;
import dev.sidegate.engine.settings.EffectSettings;
import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.store.HeldIntent;
import dev.sidegate.engine.store.IntentRecord;
import dev.sidegate.engine.store.OperatorStore;
import dev.sidegate.operator.Answers;
import dev.sidegate.operator.ExitCode;
import dev.sidegate.operator.Shown;
import dev.sidegate.operator.Table;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The terminal queue: whatever will not move by itself, who decides about it, what may be said, and
 * what to do instead.
 */
record HeldList(
    OperatorStore store,
    Settings settings,
    @Nullable String effect,
    @Nullable UUID before,
    int limit) {

  int tell(Answers answers) {
    List<HeldIntent> held = store.held(effect, before, limit);
    answers.document(held.stream().map(this::view).toList());
    if (held.isEmpty()) {
      answers.say("Nothing waits for a person.");
      return ExitCode.DONE.code();
    }
    Table table =
        new Table("OPERATION", "STATE", "EFFECT", "KEY", "FOR", "WHO DECIDES", "OWNED BY");
    for (HeldIntent waiting : held) {
      IntentRecord intent = waiting.intent();
      table.row(
          intent.operation().toString(),
          ListCommand.state(intent),
          intent.key().effect(),
          ShownKey.of(intent.key().key()),
          age(waiting.since()),
          Shown.text(responsible(intent).owner()),
          Shown.text(waiting.owner()));
    }
    answers.table(table);
    runbooks(held).forEach((of, runbook) -> answers.plain("Runbook of " + of + ": " + runbook));
    answers.say("");
    answers.say("'show OPERATION' says what happened and what may be decided now.");
    if (held.size() == limit) {
      answers.say("Older ones: --before " + held.get(limit - 1).intent().operation());
    }
    return ExitCode.DONE.code();
  }

  private Map<String, String> runbooks(List<HeldIntent> held) {
    Map<String, String> runbooks = new LinkedHashMap<>();
    for (HeldIntent waiting : held) {
      String runbook = responsible(waiting.intent()).runbook();
      if (runbook != null) {
        runbooks.put(waiting.intent().key().effect(), Shown.text(runbook));
      }
    }
    return runbooks;
  }

  private EffectSettings responsible(IntentRecord intent) {
    return settings.effect(intent.key().effect());
  }

  private Map<String, @Nullable Object> view(HeldIntent waiting) {
    IntentRecord intent = waiting.intent();
    Map<String, @Nullable Object> view = new LinkedHashMap<>();
    view.put("operation", intent.operation().toString());
    view.put("intent", IntentView.of(intent));
    view.put("heldSeconds", waiting.since().toSeconds());
    view.put("owner", responsible(intent).owner());
    view.put("ownedBy", waiting.owner());
    view.put("runbook", responsible(intent).runbook());
    view.put("allowed", Allowed.commands(intent));
    return view;
  }

  private static String age(Duration since) {
    if (since.toDays() > 0) {
      return since.toDays() + "d " + since.toHoursPart() + "h";
    }
    return since.toHours() > 0
        ? since.toHours() + "h " + since.toMinutesPart() + "m"
        : since.toMinutes() + "m";
  }
}
