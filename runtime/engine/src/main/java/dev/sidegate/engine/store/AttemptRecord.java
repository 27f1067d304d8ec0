package dev.sidegate.engine.store;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of a body.
 *
 * @param number from 1
 * @param state RUNNING, COMPLETED, NOT_APPLIED, UNKNOWN or HANDED_BACK
 * @param actor the database login that claimed it
 * @param startedAt when it was claimed
 * @param endedAt null while it runs
 * @param receipt the provider's id; null if none is known
 * @param failureClass null if it did not fail
 * @param failure class name of what was thrown; null if it did not fail
 * @param message of what was thrown, shortened, without sensitive values; null if there is none
 * @param providerRequestIds oldest first
 * @param watched whether the wire's lease check covers what it sends
 * @param canSend whether something of it may still leave
 * @param requests how many requests left that may change something
 */
public record AttemptRecord(
    int number,
    String state,
    String actor,
    Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable String receipt,
    @Nullable String failureClass,
    @Nullable String failure,
    @Nullable String message,
    List<String> providerRequestIds,
    boolean watched,
    boolean canSend,
    int requests) {
  /** Copies the ids. */
  public AttemptRecord {
    providerRequestIds = List.copyOf(providerRequestIds);
  }
}
