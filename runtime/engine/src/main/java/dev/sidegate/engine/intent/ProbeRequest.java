package dev.sidegate.engine.intent;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * Asks for the right to look up doubts.
 *
 * @param operations which
 * @param askable the effects that can be asked about here; no effect twice
 * @param owner the token of the lookups that begin
 */
public record ProbeRequest(List<UUID> operations, List<Askable> askable, LeaseOwner owner) {
  /** Copies the lists. */
  public ProbeRequest {
    operations = List.copyOf(operations);
    askable = List.copyOf(askable);
  }

  /**
   * An effect that can be asked about.
   *
   * @param effect its name
   * @param reconciler who asks, as {@code method@version}; a doubt of another one is not settled
   * @param lease how long a lookup may take
   * @param limit how old a doubt may become before a person has to know
   */
  public record Askable(String effect, String reconciler, Duration lease, Duration limit) {}
}
