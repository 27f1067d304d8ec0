package dev.sidegate.operator.intent;

import dev.sidegate.engine.approval.ApprovalCard;
import dev.sidegate.engine.key.ShownKey;
import dev.sidegate.engine.store.AttemptRecord;
import dev.sidegate.engine.store.AuditEvent;
import dev.sidegate.engine.store.IntentHistory;
import dev.sidegate.engine.store.IntentRecord;
import dev.sidegate.engine.store.LateEvidence;
import dev.sidegate.engine.store.ProbeRecord;
import dev.sidegate.engine.store.QueueRecord;
import dev.sidegate.operator.Shown;
import dev.sidegate.operator.Table;
import dev.sidegate.operator.approval.CardText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One operation as people read it: what was wished, how it stands, what happened, and what can be
 * done now.
 *
 * @param history everything that is known
 * @param question what people were asked; empty if nobody was
 */
record Card(IntentHistory history, Optional<ApprovalCard> question) {

  String title() {
    IntentRecord intent = history.intent();
    return intent.key().effect() + "  " + ShownKey.of(intent.key().key());
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>(standing());
    section(lines, "Question", question.map(CardText::of).orElse(List.of()));
    section(lines, "Attempts", attempts());
    section(lines, "Reported too late, kept as evidence", late());
    section(lines, "Asked the provider", lookups());
    section(lines, "Timeline", timeline());
    section(lines, "What now", NextSteps.of(history.intent()));
    return lines;
  }

  private static void section(List<String> lines, String heading, List<String> content) {
    if (!content.isEmpty()) {
      lines.add("");
      lines.add(heading);
      content.forEach(line -> lines.add("  " + line));
    }
  }

  private List<String> standing() {
    IntentRecord intent = history.intent();
    List<String> lines = new ArrayList<>();
    line(lines, "Operation", intent.operation().toString());
    if (!intent.key().scope().isEmpty()) {
      line(lines, "Scope", Shown.text(intent.key().scope()));
    }
    if (intent.generation() > 1) {
      line(lines, "Generation", String.valueOf(intent.generation()));
    }
    line(lines, "State", intent.state() + " since " + Shown.time(intent.changedAt()));
    optional(lines, "Reason", intent.reason());
    optional(lines, "Held", intent.holdReason());
    line(
        lines,
        "Attempts",
        intent.attempts()
            + " of "
            + intent.maxAttempts()
            + (intent.unresolved() > 0 ? ", " + intent.unresolved() + " unresolved" : ""));
    optional(lines, "Receipt", intent.receipt());
    if (intent.failure() != null) {
      line(lines, "Failure", Shown.text(intent.failure() + " (" + intent.failureClass() + ")"));
    }
    if (intent.leasedUntil() != null) {
      line(lines, "Leased", "until " + Shown.time(intent.leasedUntil()));
    }
    if (intent.nextTryAt() != null) {
      line(lines, "Next try", "not before " + Shown.time(intent.nextTryAt()));
    }
    history.queue().ifPresent(queue -> line(lines, "Queue", queued(queue)));
    line(lines, "Deadline", Shown.time(intent.deadline()));
    line(lines, "Payload", "SHA-256 " + intent.payloadHash());
    return lines;
  }

  private static String queued(QueueRecord queue) {
    return queue.state()
        + (queue.notBefore() == null || !queue.state().equals("PENDING")
            ? ""
            : ", not before " + Shown.time(queue.notBefore()))
        + (queue.orderKey() == null ? "" : ", in order of " + Shown.text(queue.orderKey()));
  }

  private List<String> attempts() {
    if (history.attempts().isEmpty()) {
      return List.of();
    }
    Table table = new Table("NO", "STATE", "STARTED", "ENDED", "BY", "RECEIPT", "FAILURE");
    for (AttemptRecord attempt : history.attempts()) {
      table.row(
          String.valueOf(attempt.number()),
          attempt.state(),
          Shown.time(attempt.startedAt()),
          Shown.time(attempt.endedAt()),
          Shown.text(attempt.actor()),
          Shown.text(attempt.receipt()),
          failure(attempt.failure(), attempt.message()));
    }
    List<String> lines = new ArrayList<>(table.lines());
    for (AttemptRecord attempt : history.attempts()) {
      if (!attempt.providerRequestIds().isEmpty()) {
        lines.add(
            "Provider's request ids of attempt "
                + attempt.number()
                + ": "
                + Shown.text(String.join(", ", attempt.providerRequestIds())));
      }
    }
    return lines;
  }

  private List<String> late() {
    if (history.lateEvidence().isEmpty()) {
      return List.of();
    }
    Table table = new Table("ATTEMPT", "KIND", "AT", "BY", "RECEIPT", "FAILURE", "VERDICT");
    for (LateEvidence late : history.lateEvidence()) {
      table.row(
          String.valueOf(late.attempt()),
          late.kind(),
          Shown.time(late.at()),
          Shown.text(late.actor()),
          Shown.text(late.receipt()),
          failure(late.failure(), late.message()),
          Shown.text(late.verdict()));
    }
    return table.lines();
  }

  private List<String> lookups() {
    if (history.probes().isEmpty()) {
      return List.of();
    }
    Table table = new Table("NO", "WITH", "STARTED", "ENDED", "BY", "ANSWER", "RECEIPT", "DETAIL");
    for (ProbeRecord probe : history.probes()) {
      boolean late = Boolean.FALSE.equals(probe.moved()) && probe.detail() == null;
      table.row(
          String.valueOf(probe.number()),
          Shown.text(probe.reconciler()),
          Shown.time(probe.startedAt()),
          Shown.time(probe.endedAt()),
          Shown.text(probe.actor()),
          Shown.text(probe.verdict()),
          Shown.text(probe.receipt()),
          late ? "too late: it had moved before" : Shown.text(probe.detail()));
    }
    return table.lines();
  }

  private List<String> timeline() {
    Table table = new Table("NO", "AT", "EVENT", "STATE", "ATTEMPT", "BY", "DETAIL");
    for (AuditEvent event : history.events()) {
      table.row(
          String.valueOf(event.sequence()),
          Shown.time(event.at()),
          event.kind(),
          Shown.text(event.toState()),
          event.attempt() == null ? Shown.NOTHING : String.valueOf(event.attempt()),
          Shown.text(event.actor()),
          Shown.text(event.detail()));
    }
    return table.lines();
  }

  private static String failure(@Nullable String failure, @Nullable String message) {
    return failure == null
        ? Shown.NOTHING
        : Shown.text(message == null ? failure : failure + ": " + message);
  }

  private static void line(List<String> lines, String name, String value) {
    lines.add("  %-11s%s".formatted(name, value));
  }

  private static void optional(List<String> lines, String name, @Nullable String value) {
    if (value != null) {
      line(lines, name, Shown.text(value));
    }
  }
}
