package dev.sidegate.engine.journal;

import dev.sidegate.engine.audit.AuditStore;
import dev.sidegate.engine.audit.ProcessAudit;
import dev.sidegate.engine.audit.ProcessChain;
import dev.sidegate.engine.audit.ProcessEvents;
import dev.sidegate.engine.intent.IntentStore;
import dev.sidegate.engine.intent.LostClaimException;
import dev.sidegate.engine.intent.SettleOutcome;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.StoreUnavailableException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settles from the journal, and writes its events, in the background, for as long as it takes:
 * pauses grow to five seconds while the database is away. Also does so for what processes that died
 * have left in the directory.
 */
public final class JournalDrain implements AutoCloseable, ProcessChain.Keeper {
  private static final Logger LOG = LoggerFactory.getLogger(JournalDrain.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final Duration SEARCH = Duration.ofSeconds(30);

  private final IntentStore store;
  private final AuditStore chains;
  private final ProcessAudit audit;
  private final Journal journal;
  private final ScheduledExecutorService timer;
  private final Map<Journal.Entry, Runnable> waiting = new LinkedHashMap<>();
  private Duration pause = FIRST_PAUSE;
  private @Nullable Future<?> searching;
  private @Nullable Future<?> next;
  private boolean closed;

  /**
   * Drains a journal into a store.
   *
   * @param audit is told of what came too late
   * @param timer runs the settling; not shut down here
   */
  public JournalDrain(
      IntentStore store,
      AuditStore chains,
      ProcessAudit audit,
      Journal journal,
      ScheduledExecutorService timer) {
    this.store = store;
    this.chains = chains;
    this.audit = audit;
    this.journal = journal;
    this.timer = timer;
  }

  /** Begins to look for what others left behind: at once, and every 30 seconds. */
  public synchronized void start() {
    searching =
        timer.scheduleWithFixedDelay(this::search, 0, SEARCH.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Keeps a settle that the database could not take, and settles it later.
   *
   * @param whenSettled runs in the timer's thread once the database has answered
   * @throws JournalException if it could not be written; nobody will settle it then, and the lease
   *     makes it doubt
   */
  public void keep(SettleRequest request, Runnable whenSettled) {
    add(journal.append(request), whenSettled);
  }

  @Override
  public void keep(ProcessEvents events) {
    add(journal.append(events), () -> {});
  }

  @Override
  public synchronized boolean keepsEvents() {
    return waiting.keySet().stream()
        .anyMatch(entry -> entry.waiting() instanceof Journal.Waiting.Events);
  }

  /** How many entries wait. */
  public synchronized int waiting() {
    return waiting.size();
  }

  /** Ends the settling and lets go of the files; what waits stays in them. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      waiting.clear();
      cancel(searching);
      cancel(next);
    }
    journal.close();
  }

  private void search() {
    if (isClosed()) {
      return;
    }
    try {
      journal.takeOver().forEach(entry -> add(entry, () -> {}));
    } catch (RuntimeException e) {
      LOG.error("journals of ended processes cannot be taken over", e);
    }
  }

  private synchronized void add(Journal.Entry entry, Runnable whenSettled) {
    waiting.put(entry, whenSettled);
    schedule(Duration.ZERO);
  }

  private synchronized void schedule(Duration delay) {
    if (closed || next != null || waiting.isEmpty()) {
      return;
    }
    try {
      next = timer.schedule(this::round, delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.warn("the engine ends; {} entries stay in the journal", waiting.size());
    }
  }

  private void round() {
    boolean allSettled = false;
    try {
      allSettled = settleAll();
    } finally {
      again(allSettled);
    }
  }

  private boolean settleAll() {
    boolean allSettled = true;
    for (Journal.Entry entry : snapshot()) {
      try {
        write(entry.waiting());
        settled(entry);
      } catch (StoreUnavailableException e) {
        LOG.debug("the database is away; {} entries wait", waiting(), e);
        return false;
      } catch (LostClaimException e) {
        allSettled &= setAside(entry, e);
      } catch (RuntimeException e) {
        // One that can never be settled must not hold the others up.
        LOG.error("{} cannot be settled and stays in the journal", describe(entry), e);
        allSettled = false;
      }
    }
    return allSettled;
  }

  private void write(Journal.Waiting content) {
    if (content instanceof Journal.Waiting.End end) {
      SettleOutcome outcome = store.settle(end.request());
      if (outcome instanceof SettleOutcome.Fenced) {
        audit.lateEvidence(end.request());
      }
    } else if (content instanceof Journal.Waiting.Events kept && !chains.record(kept.events())) {
      chains.record(kept.events().continued());
    }
  }

  /** No repetition helps: said once, and kept where only a person looks. */
  private boolean setAside(Journal.Entry entry, LostClaimException lost) {
    Path kept;
    try {
      kept = journal.setAside(entry);
    } catch (JournalException unwritable) {
      LOG.error("{}, and cannot be set aside", lost.getMessage(), unwritable);
      return false;
    }
    LOG.error(
        "{}; its end is kept in {}: once the database has the claim again, give that file the ending"
            + " {} and it is settled",
        lost.getMessage(),
        kept,
        Journal.SUFFIX);
    if (entry.waiting() instanceof Journal.Waiting.End end) {
      audit.lostClaim(end.request());
    }
    settled(entry);
    return true;
  }

  private synchronized List<Journal.Entry> snapshot() {
    return closed ? List.of() : new ArrayList<>(waiting.keySet());
  }

  private void settled(Journal.Entry entry) {
    Runnable whenSettled;
    synchronized (this) {
      whenSettled = waiting.remove(entry);
      if (closed || whenSettled == null) {
        return; // the file is closed; another process settles again, to no effect
      }
    }
    journal.done(entry);
    try {
      whenSettled.run();
    } catch (RuntimeException e) {
      LOG.error("{} is settled, but what had to follow failed", describe(entry), e);
    }
  }

  private synchronized void again(boolean allSettled) {
    next = null;
    if (allSettled) {
      pause = FIRST_PAUSE;
      schedule(Duration.ZERO);
    } else {
      schedule(pause);
      Duration doubled = pause.multipliedBy(2);
      pause = doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
    }
  }

  private static void cancel(@Nullable Future<?> task) {
    if (task != null) {
      task.cancel(false);
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private static String describe(Journal.Entry entry) {
    if (entry.waiting() instanceof Journal.Waiting.End end) {
      return "attempt "
          + end.request().claim().attempt()
          + " of operation "
          + end.request().claim().operation();
    }
    return "an entry of audit events";
  }
}
