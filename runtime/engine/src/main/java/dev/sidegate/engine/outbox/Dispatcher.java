package dev.sidegate.engine.outbox;

import dev.sidegate.engine.intent.DispatchOutcome;
import dev.sidegate.engine.intent.DispatchRequest;
import dev.sidegate.engine.intent.DispatchStore;
import dev.sidegate.engine.intent.Dispatchable;
import dev.sidegate.engine.intent.Dispatched;
import dev.sidegate.engine.intent.DueEntries;
import dev.sidegate.engine.intent.EffectRefusedException;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.lease.LeaseClock;
import dev.sidegate.engine.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs queued calls: one thread that looks for entries and takes them, so many as there are free
 * workers and no more, and one that hears when another process queued something. It looks by itself
 * in any case, so that it works where nothing is heard.
 */
public final class Dispatcher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(2);
  private static final Duration GATHERING = Duration.ofMillis(5);
  private static final Duration PAUSE_AFTER_NOTHING = Duration.ofMillis(20);
  private static final Duration LISTENING = Duration.ofSeconds(5);

  private final Settings settings;
  private final DispatchStore store;
  private final QueuedMethods methods;
  private final ExecutorService executor;
  private final BooleanSupplier storeOpen;
  private final BooleanSupplier watched;
  private final LeaseClock clock;
  private final Supplier<UUID> tokens;
  private final Turns turns;
  private final Workers workers;
  private final Announcer announcer;
  private final Thread looking;
  private final Thread listening;
  private volatile boolean closed;
  private volatile boolean woken;
  private boolean away;

  /**
   * Makes the threads; {@link #start} starts them.
   *
   * @param storeOpen whether the store was used yet; before that only what may wait here opens it
   * @param watched whether the wire's lease check covers everything that attempts send
   */
  public Dispatcher(
      Settings settings,
      DispatchStore store,
      QueuedMethods methods,
      ExecutorService executor,
      BooleanSupplier storeOpen,
      BooleanSupplier watched,
      LeaseClock clock,
      Supplier<UUID> tokens,
      ThreadFactory threads) {
    this.settings = settings;
    this.store = store;
    this.methods = methods;
    this.executor = executor;
    this.storeOpen = storeOpen;
    this.watched = watched;
    this.clock = clock;
    this.tokens = tokens;
    this.turns = new Turns(settings);
    this.workers = new Workers(settings.outbox().workers());
    this.announcer = new Announcer(store, executor);
    this.looking = threads.newThread(this::look);
    this.listening = threads.newThread(this::listen);
  }

  /** Starts to look. */
  public void start() {
    looking.start();
    listening.start();
  }

  /** Something was queued here: this process looks at once, and others are told. */
  public void queued() {
    wake();
    announcer.announce();
  }

  /** Something may be due. */
  public void wake() {
    woken = true;
    LockSupport.unpark(looking);
  }

  /** Takes nothing more, and waits for what runs, within the bound that is set. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(looking);
    LockSupport.unpark(listening);
    try {
      looking.join(settings.outbox().drain().toMillis() + 1); // what it is taking is begun or not
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    if (!workers.awaitIdle(settings.outbox().drain())) {
      LOG.warn("Queued calls still run; they go on until the program ends, or end in doubt");
    }
  }

  private void look() {
    while (!closed) {
      Duration pause = settings.outbox().pollInterval();
      woken = false;
      try {
        pause = round();
        away = false;
      } catch (StoreUnavailableException unreachable) {
        if (!away) {
          LOG.warn("The queue waits while the database is away: {}", unreachable.getMessage());
        }
        away = true;
      } catch (RuntimeException bug) {
        LOG.error("Looking at the queue failed; it is tried again", bug);
      }
      if (!woken && !closed) {
        LockSupport.parkNanos(this, Math.max(pause.toNanos(), SHORTEST_PAUSE.toNanos()));
      }
    }
  }

  /** Waits for others' announcements. Without such a connection looking by itself is enough. */
  private void listen() {
    while (!closed) {
      try {
        if (storeOpen.getAsBoolean() && !methods.known().isEmpty()) {
          if (store.awaitAnnouncement(LISTENING)) {
            wake();
          }
          continue;
        }
      } catch (StoreUnavailableException notHeard) {
        LOG.debug("Nothing is heard of other processes: {}", notHeard.getMessage());
      } catch (RuntimeException bug) {
        LOG.error("Listening to other processes failed; it is tried again", bug);
      }
      LockSupport.parkNanos(this, settings.outbox().pollInterval().toNanos());
    }
  }

  /** Takes what is due; answers how long nothing else is. */
  Duration round() {
    Duration longest = settings.outbox().pollInterval();
    int free = workers.gather(GATHERING);
    if (free == 0) {
      return longest; // whoever ends wakes
    }
    Map<String, QueuedMethod> ready = ready();
    if (ready.isEmpty()) {
      return longest;
    }
    DueEntries due = store.due(turns.next(ready.keySet()), free);
    turns.served(due);
    if (closed || due.entries().isEmpty()) {
      return due.next().filter(next -> next.compareTo(longest) < 0).orElse(longest);
    }
    return take(due, ready) ? SHORTEST_PAUSE : PAUSE_AFTER_NOTHING;
  }

  /** The methods that can run here now, by effect; of two for one effect, none. */
  private Map<String, QueuedMethod> ready() {
    List<QueuedMethod> known = methods.known();
    if (!storeOpen.getAsBoolean() && known.stream().noneMatch(QueuedMethod::queues)) {
      return Map.of();
    }
    Map<String, QueuedMethod> ready = new HashMap<>();
    Set<String> ambiguous = new HashSet<>();
    for (QueuedMethod method : known) {
      if (method.ready() && ready.put(method.effect().name(), method) != null) {
        ambiguous.add(method.effect().name());
      }
    }
    ready.keySet().removeAll(ambiguous);
    return ready;
  }

  private boolean take(DueEntries due, Map<String, QueuedMethod> ready) {
    Map<String, Dispatchable> known = new HashMap<>();
    List<DispatchRequest.Wanted> wanted = new ArrayList<>();
    for (DueEntries.Entry entry : due.entries()) {
      QueuedMethod method = ready.get(entry.effect());
      if (method != null && dispatchable(method, known)) {
        wanted.add(
            new DispatchRequest.Wanted(
                entry.operation(), entry.effect(), new LeaseOwner(tokens.get())));
      }
    }
    if (wanted.isEmpty()) {
      return false;
    }
    LeaseClock.Reading sentAt = clock.read();
    boolean moved = false;
    for (DispatchOutcome outcome :
        store.dispatch(
            new DispatchRequest(wanted, List.copyOf(known.values()), watched.getAsBoolean()))) {
      if (outcome instanceof DispatchOutcome.Granted granted) {
        run(granted.dispatched(), ready, sentAt);
        moved = true;
      } else if (outcome instanceof DispatchOutcome.OtherPolicy other) {
        of(other.effect(), ready).forgetPolicy();
        moved = true;
      } else if (outcome instanceof DispatchOutcome.Held) {
        moved = true;
      }
    }
    return moved;
  }

  /** What was asked for is of an effect that was ready. */
  private static QueuedMethod of(String effect, Map<String, QueuedMethod> ready) {
    return Objects.requireNonNull(ready.get(effect), effect);
  }

  private static boolean dispatchable(QueuedMethod method, Map<String, Dispatchable> known) {
    String effect = method.effect().name();
    if (known.containsKey(effect)) {
      return true;
    }
    try {
      known.put(effect, method.dispatchable());
      return true;
    } catch (EffectRefusedException notOurs) {
      LOG.debug("{} is left to other processes: {}", effect, notOurs.getMessage());
      return false;
    }
  }

  private void run(
      Dispatched dispatched, Map<String, QueuedMethod> ready, LeaseClock.Reading sentAt) {
    QueuedMethod method = of(dispatched.claim().key().effect(), ready);
    workers.begin();
    try {
      executor.execute(() -> runToItsEnd(method, dispatched, sentAt));
    } catch (RejectedExecutionException closing) {
      workers.end();
      method.giveBack(dispatched, "its program is ending");
    }
  }

  private void runToItsEnd(QueuedMethod method, Dispatched dispatched, LeaseClock.Reading sentAt) {
    CompletionStage<?> unused =
        method
            .run(dispatched, sentAt)
            .whenComplete(
                (settled, impossible) -> {
                  workers.end();
                  wake();
                });
  }
}
