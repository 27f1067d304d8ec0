package dev.sidegate;

import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The running attempt of a guarded body.
 *
 * <pre>{@code
 * Attempt attempt = Attempt.current();
 * String id = provider.send(order, attempt.actionKey());
 * attempt.receipt(id);
 * }</pre>
 *
 * <p>An attempt belongs to its body: after the body has returned, its methods throw {@link
 * IllegalStateException}. It may be used by several threads.
 */
public final class Attempt {
  private static final ThreadLocal<Simulation> SIMULATION = new ThreadLocal<>();

  private final Object handle;

  private Attempt(Object handle) {
    this.handle = handle;
  }

  /**
   * The attempt that runs in this thread.
   *
   * @throws IllegalStateException outside a guarded body
   */
  public static Attempt current() {
    Simulation simulation = SIMULATION.get();
    Object handle =
        simulation != null ? simulation : Door.present() ? Door.ask("attempt.current") : null;
    if (handle == null) {
      throw new IllegalStateException(
          "no guarded body runs in this thread; in a test, use Attempt.simulated(key).run(…)");
    }
    return new Attempt(handle);
  }

  /**
   * Gives a unit test of a body an attempt, without an engine. Never use it outside tests: nothing
   * is claimed.
   *
   * @param actionKey what {@link #actionKey()} answers
   */
  public static Simulation simulated(String actionKey) {
    return new Simulation(actionKey);
  }

  /** What is sent to the provider as its idempotency key: the same on every attempt. */
  public String actionKey() {
    return handle instanceof Simulation simulation
        ? simulation.actionKey
        : (String) demand("attempt.actionKey");
  }

  /** Which attempt of its intent this is, from 1. */
  public int number() {
    return handle instanceof Simulation ? 1 : (Integer) demand("attempt.number");
  }

  /** When the intent's budget ends; no attempt starts after it. */
  public Instant deadline() {
    return handle instanceof Simulation ? Instant.MAX : (Instant) demand("attempt.deadline");
  }

  /**
   * Whether the lease still holds. A body that works for long asks it before each step; once false
   * it stays false, and what the body does then is doubt.
   */
  public boolean leased() {
    return handle instanceof Simulation || (Boolean) demand("attempt.leased");
  }

  /**
   * Keeps the provider's id of the effect. It commits by itself, and proves the effect: a body that
   * throws after it has completed all the same.
   *
   * @throws IllegalArgumentException for an empty receipt or one beyond 1,000 characters
   * @throws EffectUnavailableException if it could not be stored; the effect's state then rests on
   *     how the body ends
   */
  public void receipt(String receipt) {
    Objects.requireNonNull(receipt, "receipt");
    if (handle instanceof Simulation simulation) {
      simulation.receipt = receipt;
    } else {
      Door.ask("attempt.receipt", handle, receipt);
    }
  }

  /** Keeps the provider's id of a request; a reconciliation can ask by it. Stored on settle. */
  public void providerRequestId(String id) {
    Objects.requireNonNull(id, "id");
    if (!(handle instanceof Simulation)) {
      Door.ask("attempt.providerRequestId", handle, id);
    }
  }

  private Object demand(String question) {
    return Door.demand(question, handle);
  }

  /** An attempt for unit tests; see {@link #simulated}. */
  public static final class Simulation {
    private final String actionKey;
    private @Nullable String receipt;

    private Simulation(String actionKey) {
      this.actionKey = Objects.requireNonNull(actionKey, "actionKey");
    }

    /**
     * Runs the body with this attempt current in the thread.
     *
     * @throws Exception what the body throws
     */
    public <T extends @Nullable Object> T run(Callable<T> body) throws Exception {
      Simulation outer = SIMULATION.get();
      SIMULATION.set(this);
      try {
        return body.call();
      } finally {
        if (outer == null) {
          SIMULATION.remove();
        } else {
          SIMULATION.set(outer);
        }
      }
    }

    /** The receipt that the body gave; null if none. */
    public @Nullable String receipt() {
      return receipt;
    }
  }
}
