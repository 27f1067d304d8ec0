package dev.sidegate.engine.reconcile;

import dev.sidegate.engine.gate.ProviderLookup;
import dev.sidegate.engine.intent.DueProbe;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.ProbeAnswer;
import dev.sidegate.engine.intent.ProbeRequest;
import dev.sidegate.engine.intent.ProbeStep;
import dev.sidegate.engine.intent.ProbeStore;
import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.settings.EffectSettings;
import dev.sidegate.engine.settings.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks about doubts whose time has come, whoever they belonged to: one thread that looks for them,
 * sleeps until the next is due, and hands each lookup to a worker. Only effects that can be asked
 * about here, with an object to ask with; the others wait for a JVM that can.
 */
public final class Reconciler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);

  /** A doubt of another process is noticed after so long. */
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(20);

  private final Settings settings;
  private final ProbeStore store;
  private final Lookups lookups;
  private final LookupRun runs;
  private final BooleanSupplier storeOpen;
  private final Supplier<UUID> tokens;
  private final Thread thread;
  private volatile boolean closed;
  private boolean away;

  /**
   * Makes the thread; {@link #start} starts it.
   *
   * @param storeOpen whether the store was used yet; before that only what can be asked about here
   *     opens it
   */
  public Reconciler(
      Settings settings,
      ProbeStore store,
      Lookups lookups,
      LookupRun runs,
      BooleanSupplier storeOpen,
      Supplier<UUID> tokens,
      ThreadFactory threads) {
    this.settings = settings;
    this.store = store;
    this.lookups = lookups;
    this.runs = runs;
    this.storeOpen = storeOpen;
    this.tokens = tokens;
    this.thread = threads.newThread(this::run);
  }

  /** Starts to look. */
  public void start() {
    thread.start();
  }

  /** There may be a doubt that is due soon. */
  public void wake() {
    LockSupport.unpark(thread);
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }

  private void run() {
    while (!closed) {
      Duration pause = LONGEST_PAUSE;
      try {
        pause = round();
        away = false;
      } catch (StoreUnavailableException unreachable) {
        if (!away) {
          LOG.warn("Doubts wait while the database is away: {}", unreachable.getMessage());
        }
        away = true;
      } catch (RuntimeException bug) {
        LOG.error("Looking for doubts failed; it is tried again", bug);
      }
      LockSupport.parkNanos(
          this, pause.compareTo(SHORTEST_PAUSE) < 0 ? SHORTEST_PAUSE.toNanos() : pause.toNanos());
    }
  }

  /** Begins what is due; answers how long nothing else is. */
  Duration round() {
    List<ProviderLookup> known = lookups.known();
    int free = runs.free();
    if (free == 0 || (known.isEmpty() && !storeOpen.getAsBoolean())) {
      return LONGEST_PAUSE;
    }
    Map<String, ProviderLookup> ready = ready(known);
    List<ProbeRequest.Askable> askable = ready.values().stream().map(this::askable).toList();
    List<DueProbe> soon = store.dueProbes(askable, LONGEST_PAUSE, free);
    List<UUID> due =
        soon.stream().filter(probe -> probe.until().isZero()).map(DueProbe::operation).toList();
    if (due.isEmpty()) {
      return soon.isEmpty() ? LONGEST_PAUSE : soon.get(0).until();
    }
    return begin(new ProbeRequest(due, askable, new LeaseOwner(tokens.get())), ready);
  }

  /** The lookups that have an object to ask with, by effect; of two for one effect, none. */
  private static Map<String, ProviderLookup> ready(List<ProviderLookup> known) {
    Map<String, ProviderLookup> ready = new HashMap<>();
    Set<String> ambiguous = new HashSet<>();
    for (ProviderLookup lookup : known) {
      String effect = lookup.effect().name();
      if (lookup.ready() && ready.put(effect, lookup) != null) {
        ambiguous.add(effect);
      }
    }
    ready.keySet().removeAll(ambiguous);
    return ready;
  }

  private Duration begin(ProbeRequest request, Map<String, ProviderLookup> ready) {
    boolean stirred = false;
    for (ProbeAnswer answer : store.beginProbes(request)) {
      stirred |= !(answer instanceof ProbeAnswer.Wait);
      if (answer instanceof ProbeAnswer.Begun begun) {
        ProviderLookup lookup = ready.get(begun.probe().key().effect());
        if (lookup != null) {
          CompletableFuture<ProbeStep> unused =
              runs.start(begun.probe(), lookup, effect(lookup).lease())
                  .whenComplete((step, impossible) -> wake());
        }
      }
    }
    // What somebody else has locked is looked at again after a while.
    return stirred ? SHORTEST_PAUSE : LONGEST_PAUSE;
  }

  private ProbeRequest.Askable askable(ProviderLookup lookup) {
    return new ProbeRequest.Askable(
        lookup.effect().name(),
        lookup.identity(),
        effect(lookup).lease(),
        effect(lookup).reconcile().limit());
  }

  private EffectSettings effect(ProviderLookup lookup) {
    return settings.effect(lookup.effect().name());
  }
}
