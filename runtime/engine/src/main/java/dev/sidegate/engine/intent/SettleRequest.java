package dev.sidegate.engine.intent;

import java.util.List;

/**
 * Ends an attempt.
 *
 * @param claim the right it ran under
 * @param settlement how it ended
 * @param providerRequestIds ids that the provider answered with, oldest first
 * @param evidence what is known of what it sent
 */
public record SettleRequest(
    Claimed claim,
    Settlement settlement,
    List<String> providerRequestIds,
    AttemptEvidence evidence) {
  /** Copies the ids. */
  public SettleRequest {
    providerRequestIds = List.copyOf(providerRequestIds);
  }
}
