package dev.sidegate.engine.operation;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes intents of requests that have committed: batches, each row for a while, so that a process
 * that dies leaves its rows to the next one, which finds the same intents by their keys. It looks
 * often while this process writes requests, and every few seconds for those of others.
 */
public final class PickUp implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PickUp.class);

  private static final int MOST = 50;
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration SOON = Duration.ofMillis(50);
  private static final Duration USUALLY = Duration.ofSeconds(2);
  private static final Duration LONGEST_DELAY = Duration.ofMinutes(1);

  /** A row that fails for no reason that anybody foresaw is not tried for ever. */
  private static final int MOST_TRIES = 10;

  /** A transaction that writes requests commits soon, as a rule. */
  private static final Duration BUSY = Duration.ofSeconds(30);

  private final RequestStore store;
  private final Supplier<? extends Collection<String>> effects;
  private final Function<OutboxRequest, RequestEnd> making;
  private final LongSupplier nanoTime;
  private final Rounds rounds;
  private volatile long busyUntil;

  /**
   * Starts its thread.
   *
   * @param effects those whose methods are in use here
   * @param making makes a request's intent, or says why not
   */
  public PickUp(
      RequestStore store,
      Supplier<? extends Collection<String>> effects,
      Function<OutboxRequest, RequestEnd> making,
      LongSupplier nanoTime,
      ThreadFactory threads) {
    this.store = store;
    this.effects = effects;
    this.making = making;
    this.nanoTime = nanoTime;
    this.busyUntil = nanoTime.getAsLong();
    this.rounds = new Rounds(this::pickUp, this::pause, threads);
    rounds.start();
  }

  /** This process writes a request, which commits soon. */
  public void expect() {
    busyUntil = nanoTime.getAsLong() + BUSY.toNanos();
    rounds.wake();
  }

  @Override
  public void close() {
    rounds.close();
  }

  private Duration pause() {
    return busyUntil - nanoTime.getAsLong() > 0 ? SOON : USUALLY;
  }

  private boolean pickUp() {
    Collection<String> known = effects.get();
    if (known.isEmpty()) {
      return false;
    }
    List<OutboxRequest> taken = store.takeRequests(known, MOST, LEASE);
    for (OutboxRequest request : taken) {
      RequestEnd end = end(request);
      store.endRequest(request, end, Rounds.delay(SOON, LONGEST_DELAY, request.tries()));
    }
    return taken.size() == MOST;
  }

  private RequestEnd end(OutboxRequest request) {
    RequestEnd end;
    try {
      end = making.apply(request);
    } catch (RuntimeException | LinkageError | StackOverflowError bug) {
      LOG.warn("The request {} ({}) failed", request.id(), request.key().effect(), bug);
      end =
          request.tries() < MOST_TRIES
              ? new RequestEnd.Later(bug.toString())
              : new RequestEnd.Parked(bug.toString());
    }
    if (end instanceof RequestEnd.Parked parked) {
      LOG.error(
          "The request {} ({}) is parked: {}",
          request.id(),
          request.key().effect(),
          parked.reason());
    }
    return end;
  }
}
