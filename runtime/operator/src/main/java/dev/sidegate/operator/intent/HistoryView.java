package dev.sidegate.operator.intent;

import dev.sidegate.engine.approval.ApprovalCard;
import dev.sidegate.engine.store.AttemptRecord;
import dev.sidegate.engine.store.AuditEvent;
import dev.sidegate.engine.store.IntentHistory;
import dev.sidegate.engine.store.LateEvidence;
import dev.sidegate.engine.store.ProbeRecord;
import dev.sidegate.engine.store.QueueRecord;
import dev.sidegate.operator.approval.CardView;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One operation as scripts get it: the fields of a list's entry, and what happened. */
final class HistoryView {
  private HistoryView() {}

  static Map<String, @Nullable Object> of(IntentHistory history, Optional<ApprovalCard> question) {
    Map<String, @Nullable Object> view = new LinkedHashMap<>();
    view.put("operation", history.intent().operation().toString());
    view.put("intent", IntentView.of(history.intent()));
    view.put("question", question.map(CardView::of).orElse(null));
    view.put("queue", history.queue().map(HistoryView::queue).orElse(null));
    view.put("attempts", history.attempts().stream().map(HistoryView::attempt).toList());
    view.put("events", history.events().stream().map(HistoryView::event).toList());
    view.put("lateEvidence", history.lateEvidence().stream().map(HistoryView::late).toList());
    view.put("lookups", history.probes().stream().map(HistoryView::lookup).toList());
    return view;
  }

  private static Map<String, @Nullable Object> queue(QueueRecord queue) {
    Map<String, @Nullable Object> view = new LinkedHashMap<>();
    view.put("state", queue.state());
    view.put("order", queue.orderKey());
    view.put("notBefore", text(queue.notBefore()));
    view.put("queuedAt", text(queue.queuedAt()));
    return view;
  }

  private static Map<String, @Nullable Object> lookup(ProbeRecord probe) {
    Map<String, @Nullable Object> view = new LinkedHashMap<>();
    view.put("number", probe.number());
    view.put("reconciler", probe.reconciler());
    view.put("actor", probe.actor());
    view.put("startedAt", text(probe.startedAt()));
    view.put("endedAt", text(probe.endedAt()));
    view.put("verdict", probe.verdict());
    view.put("receipt", probe.receipt());
    view.put("detail", probe.detail());
    view.put("moved", probe.moved());
    return view;
  }

  private static Map<String, @Nullable Object> attempt(AttemptRecord attempt) {
    Map<String, @Nullable Object> view = new LinkedHashMap<>();
    view.put("number", attempt.number());
    view.put("state", attempt.state());
    view.put("actor", attempt.actor());
    view.put("startedAt", text(attempt.startedAt()));
    view.put("endedAt", text(attempt.endedAt()));
    view.put("receipt", attempt.receipt());
    view.put("failureClass", attempt.failureClass());
    view.put("failure", attempt.failure());
    view.put("message", attempt.message());
    view.put("providerRequestIds", List.copyOf(attempt.providerRequestIds()));
    return view;
  }

  private static Map<String, @Nullable Object> event(AuditEvent event) {
    Map<String, @Nullable Object> view = new LinkedHashMap<>();
    view.put("sequence", event.sequence());
    view.put("at", text(event.at()));
    view.put("actor", event.actor());
    view.put("kind", event.kind());
    view.put("from", event.fromState());
    view.put("to", event.toState());
    view.put("attempt", event.attempt());
    view.put("detail", event.detail());
    view.put("hash", event.hash());
    return view;
  }

  private static Map<String, @Nullable Object> late(LateEvidence late) {
    Map<String, @Nullable Object> view = new LinkedHashMap<>();
    view.put("attempt", late.attempt());
    view.put("kind", late.kind());
    view.put("at", text(late.at()));
    view.put("actor", late.actor());
    view.put("receipt", late.receipt());
    view.put("failure", late.failure());
    view.put("message", late.message());
    view.put("verdict", late.verdict());
    return view;
  }

  private static @Nullable String text(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }
}
