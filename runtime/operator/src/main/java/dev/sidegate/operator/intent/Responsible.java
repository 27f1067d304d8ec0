package dev.sidegate.operator.intent;

import dev.sidegate.engine.settings.EffectSettings;
import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.store.DecisionRecord;
import dev.sidegate.engine.store.IntentRecord;
import dev.sidegate.engine.store.OperatorStore;
import dev.sidegate.engine.store.PolicyRecord;
import dev.sidegate.operator.Shown;
import dev.sidegate.operator.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Who decides about an operation and by which runbook, what people have decided, and what corrects
 * what.
 *
 * @param intent how it stands
 * @param settings what is set for its effect, on this machine
 * @param ownedBy class and method that own its effect; null if nobody proposed it
 * @param decisions in order
 * @param correctedBy the operation that corrects it; null if none does
 */
record Responsible(
    IntentRecord intent,
    EffectSettings settings,
    @Nullable String ownedBy,
    List<DecisionRecord> decisions,
    @Nullable UUID correctedBy) {

  static Responsible of(IntentRecord intent, OperatorStore store, Settings settings) {
    return new Responsible(
        intent,
        settings.effect(intent.key().effect()),
        store.policy(intent.key().effect()).map(PolicyRecord::owner).orElse(null),
        store.decisions(intent.operation()),
        store.correction(intent.operation()).orElse(null));
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (!decisions.isEmpty()) {
      lines.add("");
      lines.add("Decided by people");
      Table table = new Table("AT", "BY", "SAID", "RECEIPT", "REASON");
      for (DecisionRecord decision : decisions) {
        table.row(
            Shown.time(decision.decidedAt()),
            Shown.text(decision.decidedBy()),
            decision.kind(),
            Shown.text(decision.receipt()),
            Shown.text(decision.reason()));
      }
      table.lines().forEach(line -> lines.add("  " + line));
    }
    List<String> links = new ArrayList<>();
    add(links, "Corrects", intent.corrects());
    add(links, "Corrected", correctedBy);
    add(links, "Decides", settings.owner());
    add(links, "Runbook", settings.runbook());
    add(links, "Owned by", ownedBy);
    if (!links.isEmpty()) {
      lines.add("");
      lines.addAll(links);
    }
    return lines;
  }

  private static void add(List<String> lines, String name, @Nullable Object value) {
    if (value != null) {
      lines.add("  %-11s%s".formatted(name, Shown.text(value.toString())));
    }
  }

  void addTo(Map<String, @Nullable Object> view) {
    view.put("owner", settings.owner());
    view.put("runbook", settings.runbook());
    view.put("ownedBy", ownedBy);
    view.put("allowed", Allowed.commands(intent));
    view.put("corrects", intent.corrects() == null ? null : intent.corrects().toString());
    view.put("correctedBy", correctedBy == null ? null : correctedBy.toString());
    view.put("decisions", decisions.stream().map(Responsible::view).toList());
  }

  private static Map<String, @Nullable Object> view(DecisionRecord decision) {
    Map<String, @Nullable Object> view = new LinkedHashMap<>();
    view.put("decision", decision.decision().toString());
    view.put("kind", decision.kind());
    view.put("seen", decision.seen());
    view.put("receipt", decision.receipt());
    view.put("reason", decision.reason());
    view.put("attempts", decision.attempts());
    view.put("deadline", decision.deadline() == null ? null : decision.deadline().toString());
    view.put("payloadHash", decision.payloadHash());
    view.put("reconciler", decision.reconciler());
    view.put("decidedAt", decision.decidedAt().toString());
    view.put("decidedBy", decision.decidedBy());
    return view;
  }
}
