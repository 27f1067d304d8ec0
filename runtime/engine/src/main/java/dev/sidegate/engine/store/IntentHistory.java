package dev.sidegate.engine.store;

import java.util.List;

/**
 * One intent with everything that happened to it.
 *
 * @param intent how it stands
 * @param attempts in order
 * @param events its audit chain, in order
 * @param lateEvidence in order
 */
public record IntentHistory(
    IntentRecord intent,
    List<AttemptRecord> attempts,
    List<AuditEvent> events,
    List<LateEvidence> lateEvidence) {
  /** Copies the lists. */
  public IntentHistory {
    attempts = List.copyOf(attempts);
    events = List.copyOf(events);
    lateEvidence = List.copyOf(lateEvidence);
  }
}
