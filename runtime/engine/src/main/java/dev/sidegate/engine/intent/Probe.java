package dev.sidegate.engine.intent;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * The right to ask the provider about one doubt, once.
 *
 * @param operation the intent
 * @param key the wish
 * @param generation from 1; part of the action key
 * @param payload what is stored of the arguments
 * @param owner the lookup's token
 * @param facts what the verdict is judged by
 * @param firstAttemptAt when something may have been sent for the first time
 * @param providerRequestIds what the provider answered with, oldest first
 */
public record Probe(
    UUID operation,
    IntentKey key,
    int generation,
    Payload payload,
    LeaseOwner owner,
    ProbeFacts facts,
    Instant firstAttemptAt,
    List<String> providerRequestIds) {
  /** Copies the ids. */
  public Probe {
    providerRequestIds = List.copyOf(providerRequestIds);
  }
}
