package dev.sidegate.operator.killswitch;

import dev.sidegate.engine.store.FailoverGate;
import dev.sidegate.engine.store.KillSwitch;
import dev.sidegate.engine.store.OperatorStore;
import dev.sidegate.engine.store.SwitchTarget;
import dev.sidegate.operator.Answers;
import dev.sidegate.operator.ExitCode;
import dev.sidegate.operator.Shown;
import dev.sidegate.operator.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is stopped and what was opened, when, by whom and why. */
public record SwitchList(OperatorStore store) {

  /** Shows it. */
  public int tell(Answers answers) {
    List<KillSwitch> rows = store.switches();
    Optional<FailoverGate> gate = store.failoverGate();
    answers.document(document(rows, gate));
    Table table = new Table("WHAT", "STANDS", "SINCE", "BY", "REASON");
    for (KillSwitch row : rows) {
      table.row(
          Shown.text(TargetOptions.shown(row.target())),
          row.enabled() ? "open" : "stopped",
          Shown.time(row.changedAt()),
          Shown.text(row.changedBy()),
          Shown.text(row.reason()));
    }
    gate.ifPresent(
        row ->
            table.row(
                "effects without a provider's promise",
                row.open() ? "open" : "closed by a failover",
                Shown.time(row.changedAt()),
                Shown.text(row.changedBy()),
                Shown.text(row.reason())));
    answers.table(table);
    if (rows.stream().noneMatch(row -> row.target().equals(SwitchTarget.EVERYTHING))) {
      answers.plain("There is no row for everything: everything is stopped until 'resume'.");
    }
    if (gate.isEmpty()) {
      answers.plain("There is no row about failovers: run 'migrate'.");
    }
    return ExitCode.DONE.code();
  }

  private static Map<String, @Nullable Object> document(
      List<KillSwitch> rows, Optional<FailoverGate> gate) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("switches", rows.stream().map(SwitchList::view).toList());
    document.put("failover", gate.map(SwitchList::view).orElse(null));
    return document;
  }

  private static Map<String, Object> view(KillSwitch row) {
    Map<String, Object> view = Switches.view(row);
    view.put("enabled", row.enabled());
    return view;
  }

  static Map<String, @Nullable Object> view(FailoverGate gate) {
    Map<String, @Nullable Object> view = new LinkedHashMap<>();
    view.put("open", gate.open());
    view.put("changedAt", gate.changedAt().toString());
    view.put("changedBy", gate.changedBy());
    view.put("reason", gate.reason());
    view.put("systemIdentifier", gate.systemIdentifier());
    view.put("timeline", gate.timeline());
    view.put("synchronous", gate.synchronous());
    return view;
  }
}
