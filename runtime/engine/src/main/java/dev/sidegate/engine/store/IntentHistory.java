package dev.sidegate.engine.store;

import java.util.List;
import java.util.Optional;

/**
 * One intent with everything that happened to it.
 *
 * @param intent how it stands
 * @param attempts in order
 * @param events its audit chain, in order
 * @param lateEvidence in order
 * @param probes who asked the provider, in order
 * @param queue its entry in the queue; empty if it has none
 */
public record IntentHistory(
    IntentRecord intent,
    List<AttemptRecord> attempts,
    List<AuditEvent> events,
    List<LateEvidence> lateEvidence,
    List<ProbeRecord> probes,
    Optional<QueueRecord> queue) {
  /** Copies the lists. */
  public IntentHistory {
    attempts = List.copyOf(attempts);
    events = List.copyOf(events);
    lateEvidence = List.copyOf(lateEvidence);
    probes = List.copyOf(probes);
  }
}
