package dev.sidegate.operator.killswitch;

import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.store.KillSwitch;
import dev.sidegate.engine.store.SwitchTarget;
import dev.sidegate.operator.Shown;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The kill switch as it stands. Open is only what the row for everything opens and no other row
 * closes (law 11).
 *
 * @param rows all of them
 */
record Switches(List<KillSwitch> rows) {

  Optional<KillSwitch> row(SwitchTarget target) {
    return rows.stream().filter(row -> row.target().equals(target)).findFirst();
  }

  /**
   * Whether there is nothing to resume: for everything a row must be there, else none must close.
   */
  boolean isOpen(SwitchTarget target) {
    boolean unlessSaid = !target.equals(SwitchTarget.EVERYTHING);
    return row(target).map(KillSwitch::enabled).orElse(unlessSaid);
  }

  /** Rows that close some of the target. */
  List<KillSwitch> stillClosing(SwitchTarget target) {
    return rows.stream()
        .filter(row -> !row.enabled())
        .filter(row -> overlap(row.target().effect(), target.effect()))
        .filter(row -> overlap(row.target().scope(), target.scope()))
        .toList();
  }

  static boolean concerns(SwitchTarget target, IntentKey key) {
    return overlap(target.effect(), key.effect()) && overlap(target.scope(), key.scope());
  }

  private static boolean overlap(String one, String other) {
    return one.equals(SwitchTarget.EVERY) || other.equals(SwitchTarget.EVERY) || one.equals(other);
  }

  static String shown(KillSwitch row) {
    return "%s is stopped since %s by %s: %s"
        .formatted(
            TargetOptions.shown(row.target()),
            Shown.time(row.changedAt()),
            Shown.text(row.changedBy()),
            Shown.text(row.reason()));
  }

  static Map<String, Object> view(KillSwitch row) {
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("effect", row.target().effect());
    view.put("scope", row.target().scope());
    view.put("changedAt", row.changedAt().toString());
    view.put("changedBy", row.changedBy());
    view.put("reason", row.reason());
    return view;
  }
}
