package dev.sidegate.engine.store;

import java.util.List;

/**
 * One intent with everything that happened to it.
 *
 * @param intent how it stands
 * @param attempts in order
 * @param events its audit chain, in order
 * @param lateEvidence in order
 * @param probes who asked the provider, in order
 */
public record IntentHistory(
    IntentRecord intent,
    List<AttemptRecord> attempts,
    List<AuditEvent> events,
    List<LateEvidence> lateEvidence,
    List<ProbeRecord> probes) {
  /** Copies the lists. */
  public IntentHistory {
    attempts = List.copyOf(attempts);
    events = List.copyOf(events);
    lateEvidence = List.copyOf(lateEvidence);
    probes = List.copyOf(probes);
  }
}
