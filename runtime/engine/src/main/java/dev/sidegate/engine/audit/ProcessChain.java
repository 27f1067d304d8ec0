package dev.sidegate.engine.audit;

import dev.sidegate.engine.intent.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what {@link ProcessAudit} counted to this process's own chain, in the timer's thread and
 * in one statement. While the database is away it goes to the journal, which outlives the process;
 * in between are the instants until the timer runs.
 */
public final class ProcessChain implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessChain.class);

  /** Between the first refusal and its event; others that come along share the statement. */
  private static final Duration GATHER = Duration.ofMillis(100);

  private static final Duration WINDOW = Duration.ofSeconds(10);

  /** While the database is away the journal holds what is counted; it must not fill the disk. */
  private static final Duration LONGEST_WINDOW = Duration.ofMinutes(10);

  private final ProcessAudit audit;
  private final AuditStore store;
  private final Keeper keeper;
  private final ScheduledExecutorService timer;
  private UUID chain;
  private long written;
  private volatile Duration window = WINDOW;
  private final AtomicBoolean soon = new AtomicBoolean();
  private final AtomicBoolean later = new AtomicBoolean();
  private volatile boolean closed;

  /** Where events wait for the database. */
  public interface Keeper {
    /**
     * Keeps events until the database has them.
     *
     * @throws RuntimeException if they could not be kept; they are not lost then, but tried again
     */
    void keep(ProcessEvents events);

    /** Whether earlier events still wait; later ones must not overtake them. */
    boolean keepsEvents();
  }

  /**
   * Begins a chain. Nothing is written before there is something to say.
   *
   * @param timer not shut down here
   */
  public ProcessChain(
      ProcessAudit audit,
      AuditStore store,
      Keeper keeper,
      ScheduledExecutorService timer,
      UUID chain) {
    this.audit = audit;
    this.store = store;
    this.keeper = keeper;
    this.timer = timer;
    this.chain = chain;
    audit.tell(this::wake);
  }

  /** Writes, or keeps, everything that was counted, and ends. */
  @Override
  public void close() {
    closed = true;
    audit.tell(() -> {});
    write(audit.takeAll());
  }

  /** In a caller's thread, which waits for nothing here. */
  private void wake() {
    schedule(soon, GATHER);
  }

  private void schedule(AtomicBoolean scheduled, Duration delay) {
    if (closed || !scheduled.compareAndSet(false, true)) {
      return;
    }
    try {
      Future<?> unused =
          timer.schedule(() -> round(scheduled), delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException ending) {
      LOG.debug("the engine ends; its last refusals are written by close()", ending);
    }
  }

  private void round(AtomicBoolean scheduled) {
    scheduled.set(false);
    if (closed) {
      return;
    }
    try {
      write(audit.takeDue(window));
    } finally {
      long next = audit.nanosToNext();
      if (next >= 0) {
        schedule(later, Duration.ofNanos(Math.max(next, GATHER.toNanos())));
      }
    }
  }

  private synchronized void write(List<ProcessAudit.Counted> counted) {
    if (counted.isEmpty()) {
      return;
    }
    List<ProcessEvent> events = new ArrayList<>();
    if (written == 0) {
      events.add(beginning());
    }
    counted.forEach(each -> events.add(each.event()));
    ProcessEvents next = new ProcessEvents(chain, written, events);
    try {
      writeOrKeep(next);
    } catch (RuntimeException nowhere) {
      audit.giveBack(counted);
      window = LONGEST_WINDOW;
      LOG.error(
          "{} refusals can be written neither to the database nor to the journal, and are tried"
              + " again",
          counted.size(),
          nowhere);
    }
  }

  private void writeOrKeep(ProcessEvents events) {
    if (!keeper.keepsEvents()) {
      try {
        ProcessEvents known = store.record(events) ? events : continued(events);
        chain = known.chain();
        written = known.length();
        window = WINDOW;
        return;
      } catch (StoreUnavailableException away) {
        LOG.debug("the database is away; refusals go to the journal", away);
      }
    }
    keeper.keep(events);
    written = events.length();
    Duration doubled = window.multipliedBy(2);
    window = doubled.compareTo(LONGEST_WINDOW) > 0 ? LONGEST_WINDOW : doubled;
  }

  private ProcessEvents continued(ProcessEvents events) {
    ProcessEvents elsewhere = events.continued();
    store.record(elsewhere);
    return elsewhere;
  }

  /** Which process this is; the event's actor is only its login. */
  private static ProcessEvent beginning() {
    Map<String, String> who = new TreeMap<>();
    who.put("pid", String.valueOf(ProcessHandle.current().pid()));
    String host = System.getenv("HOSTNAME");
    if (host != null && !host.isBlank()) {
      who.put("host", host);
    }
    return ProcessEvent.of("PROCESS", who);
  }
}
