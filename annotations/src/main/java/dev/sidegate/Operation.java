package dev.sidegate;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A wish that is known by its id, whoever carries it out and when: from {@link Sidegate#defer},
 * {@link Outbox}, a held call's {@link EffectHeldException#operation()}, or the application's own
 * records.
 *
 * <p>Looking at it changes nothing. {@code status().toToolResult()} may be offered to a model as a
 * read-only tool:
 *
 * <pre>{@code
 * @ReadOnly
 * String actionStatus(String operation) {
 *   return Sidegate.operation(operation).status().toToolResult();
 * }
 * }</pre>
 *
 * <p>Immutable; safe for many threads.
 */
public final class Operation {
  private final String id;

  Operation(String id) {
    this.id = Objects.requireNonNull(id, "id");
  }

  /** Its id, for people, models and the operator's commands. */
  public String id() {
    return id;
  }

  /**
   * How it stands now. One that nobody knows, or that cannot be looked at because the database is
   * away, is {@link EffectStatus#UNAVAILABLE}, executed {@link Executed#UNKNOWN}.
   *
   * @throws EffectUnavailableException if there is no engine in this JVM
   */
  public OperationStatus status() {
    return read(Door.demand("operation.status", id));
  }

  /**
   * Waits until nothing more happens to it by itself (see {@link OperationStatus#isOver()}), at
   * most so long, and tells how it stands then. Nobody should wait on a thread for a person: a
   * {@link CompletionListener} is told without one.
   *
   * @param atMost zero or less only looks
   * @throws InterruptedException if the thread is interrupted; the operation goes on
   * @throws EffectUnavailableException if there is no engine in this JVM
   */
  public OperationStatus await(Duration atMost) throws InterruptedException {
    return read(Door.demand("operation.await", id, Objects.requireNonNull(atMost, "atMost")));
  }

  @SuppressWarnings("unchecked")
  private static OperationStatus read(Object looked) {
    return OperationStatus.of((Map<String, @Nullable Object>) looked);
  }

  /** Whether both have one id. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Operation that && id.equals(that.id);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  @Override
  public String toString() {
    return "operation " + id;
  }
}
