package dev.sidegate.agent.wire;

/** What the wire asks of a running attempt, from any thread. */
public interface WatchedAttempt {

  /** Whether its lease still holds, on both clocks. */
  boolean leased();

  /** What is sent to the provider as its idempotency key. */
  String actionKey();

  /** The request header that carries the action key. */
  String keyHeader();

  /** The effect's name, for messages. */
  String effect();
}
