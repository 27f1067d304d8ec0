package dev.sidegate.engine.journal;

import dev.sidegate.engine.intent.IntentStore;
import dev.sidegate.engine.intent.SettleOutcome;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.StoreUnavailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settles what is in the journal as soon as the database is back, in the order in which it was
 * kept; first what dead processes left behind. One thread.
 */
public final class JournalDrain implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JournalDrain.class);
  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 5000;

  private final IntentStore store;
  private final Journal journal;
  private final BlockingQueue<Entry> entries = new LinkedBlockingQueue<>();
  private final Thread thread;
  private volatile boolean closed;

  /** Starts the thread. */
  public JournalDrain(IntentStore store, Journal journal, ThreadFactory threads) {
    this.store = store;
    this.journal = journal;
    this.thread = threads.newThread(this::run);
    thread.start();
  }

  /**
   * Keeps a request on disk, and settles it later.
   *
   * @param whenSettled called once, by the drain's thread
   * @throws UncheckedIOException if it could not be written
   */
  public void keep(SettleRequest request, Runnable whenSettled) {
    try {
      entries.add(new Entry(journal.keep(request), request, whenSettled));
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }

  /** Ends the thread; what is not settled stays on disk, for the next engine. */
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      journal.close();
    } catch (IOException notDeleted) {
      LOG.warn("The journal was not closed cleanly: {}", notDeleted.getMessage());
    }
  }

  private void run() {
    try {
      settleOrphans();
      while (!closed) {
        Entry entry = entries.take();
        settle(entry.request());
        journal.done(entry.number());
        entry.whenSettled().run();
      }
    } catch (InterruptedException ended) {
      // Closed; the files keep what is left.
    } catch (IOException unwritable) {
      LOG.error(
          "The journal cannot be kept up to date; settled results may be settled again, "
              + "which changes nothing",
          unwritable);
    }
  }

  private void settleOrphans() throws InterruptedException {
    try {
      for (Journal.Orphan orphan : journal.orphans()) {
        LOG.warn("{} results of a process that died are settled now", orphan.pending().size());
        for (SettleRequest request : orphan.pending().values()) {
          settle(request);
        }
        orphan.file().delete();
      }
    } catch (IOException unreadable) {
      LOG.error("What dead processes left in the journal cannot be read", unreadable);
    }
  }

  private void settle(SettleRequest request) throws InterruptedException {
    for (long pause = FIRST_PAUSE_MILLIS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
      try {
        SettleOutcome outcome = store.settle(request);
        LOG.info(
            "{} is settled from the journal: {}", request.claim().operation(), outcome.getClass());
        return;
      } catch (StoreUnavailableException away) {
        TimeUnit.MILLISECONDS.sleep(pause);
      }
    }
  }

  private record Entry(long number, SettleRequest request, Runnable whenSettled) {}
}
