package dev.sidegate.operator.killswitch;

import dev.sidegate.engine.key.ShownKey;
import dev.sidegate.engine.store.BodyInFlight;
import dev.sidegate.engine.store.SwitchTarget;
import dev.sidegate.operator.Answers;
import dev.sidegate.operator.CommonOptions;
import dev.sidegate.operator.ExitCode;
import dev.sidegate.operator.Reason;
import dev.sidegate.operator.Shown;
import dev.sidegate.operator.Table;
import dev.sidegate.operator.database.DatabaseOptions;
import dev.sidegate.operator.database.StoreSession;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Closes the action boundary. */
@Command(
    name = "stop",
    description = {
      "Stops agents from acting: no effect starts any more, or none of one kind or scope.",
      "Returns when nothing that began before can still start, and lists what is running already."
    })
public final class StopCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();
  @Mixin private TargetOptions what = new TargetOptions();
  @Mixin private Reason reason = new Reason();

  @Override
  public Integer call() {
    SwitchTarget target = what.target();
    String why = reason.text();
    List<BodyInFlight> running =
        new StoreSession(database.target()).ask(store -> store.stop(target, why));
    tell(common.answers(), target, running);
    return ExitCode.DONE.code();
  }

  private static void tell(Answers answers, SwitchTarget target, List<BodyInFlight> running) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("stopped", Map.of("effect", target.effect(), "scope", target.scope()));
    document.put("inFlight", running.stream().map(StopCommand::view).toList());
    answers.document(document);
    answers.heading("Stopped: " + TargetOptions.shown(target) + ".");
    if (running.isEmpty()) {
      answers.say("Nothing is running.");
      return;
    }
    answers.say("Running already, and no switch stops it:");
    Table table = new Table("OPERATION", "EFFECT", "KEY", "ATTEMPT", "BY", "SINCE", "LEASED UNTIL");
    for (BodyInFlight body : running) {
      table.row(
          body.operation().toString(),
          body.key().effect(),
          ShownKey.of(body.key().key()),
          String.valueOf(body.attempt()),
          Shown.text(body.actor()),
          Shown.time(body.startedAt()),
          Shown.time(body.leasedUntil()));
    }
    answers.table(table);
  }

  private static Map<String, Object> view(BodyInFlight body) {
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("operation", body.operation().toString());
    view.put("effect", body.key().effect());
    view.put("scope", body.key().scope());
    view.put("key", body.key().key());
    view.put("attempt", body.attempt());
    view.put("actor", body.actor());
    view.put("startedAt", body.startedAt().toString());
    view.put("leasedUntil", body.leasedUntil().toString());
    return view;
  }
}
