package dev.sidegate.engine.operation;

import dev.sidegate.engine.intent.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How operations stand, and one thread that looks for all who wait for them: at once after this
 * process has settled one, else ever more slowly the longer somebody waits. Nobody who waits holds
 * a connection.
 */
public final class Operations implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Operations.class);

  /** Looked up in one statement. */
  private static final int MOST = 500;

  private static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(5);

  private final OperationStore store;
  private final ThreadFactory threads;
  private final LongSupplier nanoTime;
  private final Map<UUID, Waiting> waiting = new ConcurrentHashMap<>();

  /** The intents behind requests, where their ids differ. */
  private final Map<UUID, UUID> followed = new ConcurrentHashMap<>();

  private final ReentrantLock starting = new ReentrantLock();
  private volatile @Nullable Thread thread;
  private volatile boolean closed;

  /** Starts its thread when somebody waits. */
  public Operations(OperationStore store, ThreadFactory threads, LongSupplier nanoTime) {
    this.store = store;
    this.threads = threads;
    this.nanoTime = nanoTime;
  }

  /**
   * How one stands now; empty if nobody knows it.
   *
   * @throws StoreUnavailableException if the database cannot be asked
   */
  public Optional<FoundOperation> find(UUID operation) {
    return Optional.ofNullable(store.operations(List.of(operation)).get(operation));
  }

  /**
   * Completes when the operation is over, on the thread that looks for all. Whoever does not wait
   * any more cancels it.
   */
  public CompletableFuture<FoundOperation> whenOver(UUID operation) {
    CompletableFuture<FoundOperation> over = new CompletableFuture<>();
    waiting.compute(
        operation,
        (id, known) -> {
          Waiting those = known == null ? new Waiting(nanoTime.getAsLong()) : known;
          those.futures.add(over);
          return those;
        });
    start();
    if (closed) {
      endAll();
    }
    return over;
  }

  /**
   * Waits until the operation is over, or so long, and tells how it stands; empty if nobody knows
   * it.
   *
   * @throws StoreUnavailableException if the database cannot be asked in the end
   */
  public Optional<FoundOperation> await(UUID operation, Duration atMost)
      throws InterruptedException {
    if (atMost.isNegative() || atMost.isZero()) {
      return find(operation);
    }
    CompletableFuture<FoundOperation> over = whenOver(operation);
    try {
      return Optional.of(over.get(nanos(atMost), TimeUnit.NANOSECONDS));
    } catch (TimeoutException | ExecutionException notOver) {
      return find(operation);
    } finally {
      over.cancel(false);
    }
  }

  /** This process has moved an intent; whoever waits for it is told soon. */
  public void moved(UUID intent) {
    if (waiting.isEmpty()) {
      return;
    }
    lookNow(intent);
    UUID request = followed.get(intent);
    if (request != null) {
      lookNow(request);
    }
  }

  @Override
  public void close() {
    closed = true;
    wake();
    endAll();
  }

  private void lookNow(UUID operation) {
    Waiting those = waiting.get(operation);
    if (those != null) {
      those.due = true;
      wake();
    }
  }

  private void start() {
    starting.lock();
    try {
      if (thread == null && !closed) {
        Thread looking = threads.newThread(this::run);
        thread = looking;
        looking.start();
      }
    } finally {
      starting.unlock();
    }
    wake();
  }

  private void wake() {
    Thread looking = thread;
    if (looking != null) {
      LockSupport.unpark(looking);
    }
  }

  private void run() {
    while (!closed) {
      try {
        lookAtWhatIsDue();
      } catch (StoreUnavailableException away) {
        LOG.debug("Nobody is told while the database is away: {}", away.getMessage());
      } catch (RuntimeException bug) {
        LOG.error("Operations could not be looked at; it is tried again", bug);
      }
      LockSupport.parkNanos(this, waiting.isEmpty() ? LONGEST_PAUSE : untilNextLook());
    }
  }

  private void lookAtWhatIsDue() {
    long now = nanoTime.getAsLong();
    List<UUID> due = new ArrayList<>();
    for (Map.Entry<UUID, Waiting> entry : waiting.entrySet()) {
      if (forgotten(entry.getKey())) {
        continue;
      }
      if (entry.getValue().isDue(now)) {
        entry.getValue().looked(now);
        due.add(entry.getKey());
      }
    }
    for (int from = 0; from < due.size(); from += MOST) {
      List<UUID> some = due.subList(from, Math.min(from + MOST, due.size()));
      store.operations(some).forEach(this::tell);
    }
  }

  /** Nobody waits for it any more. */
  private boolean forgotten(UUID operation) {
    return waiting.computeIfPresent(
            operation,
            (id, those) -> {
              those.futures.removeIf(CompletableFuture::isDone);
              return those.futures.isEmpty() ? null : those;
            })
        == null;
  }

  private void tell(UUID asked, FoundOperation found) {
    if (found instanceof FoundOperation.OfIntent of && !of.intent().operation().equals(asked)) {
      UUID intent = of.intent().operation();
      if (found.isOver()) {
        followed.remove(intent, asked);
      } else {
        followed.put(intent, asked);
      }
    }
    if (!found.isOver()) {
      return;
    }
    Waiting those = waiting.remove(asked);
    if (those != null) {
      those.futures.forEach(future -> future.complete(found));
    }
  }

  private long untilNextLook() {
    long now = nanoTime.getAsLong();
    long pause = LONGEST_PAUSE;
    for (Waiting those : waiting.values()) {
      pause = Math.min(pause, those.untilDue(now));
    }
    return Math.max(pause, TimeUnit.MILLISECONDS.toNanos(1));
  }

  private void endAll() {
    for (UUID operation : List.copyOf(waiting.keySet())) {
      Waiting those = waiting.remove(operation);
      if (those != null) {
        those.futures.forEach(
            future ->
                future.completeExceptionally(
                    new StoreUnavailableException("the engine of this JVM was closed", null)));
      }
    }
  }

  private static long nanos(Duration atMost) {
    try {
      return atMost.toNanos();
    } catch (ArithmeticException beyondCenturies) {
      return Long.MAX_VALUE;
    }
  }

  /** Those who wait for one operation. The list changes only inside the map's own step. */
  private static final class Waiting {
    final List<CompletableFuture<FoundOperation>> futures = new ArrayList<>(1);
    final long since;
    volatile long lookedAt;
    volatile boolean due = true;

    Waiting(long since) {
      this.since = since;
      this.lookedAt = since;
    }

    boolean isDue(long now) {
      return due || untilDue(now) <= 0;
    }

    void looked(long now) {
      due = false;
      lookedAt = now;
    }

    long untilDue(long now) {
      return due
          ? 0
          : Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, (now - since) / 8)) - (now - lookedAt);
    }
  }
}
