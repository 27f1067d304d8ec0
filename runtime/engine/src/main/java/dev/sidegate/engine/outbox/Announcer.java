package dev.sidegate.engine.outbox;

import dev.sidegate.engine.intent.DispatchStore;
import dev.sidegate.engine.intent.StoreUnavailableException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wakes the dispatchers of other processes, after the commit and never in it. What comes while an
 * announcement is on its way is announced by the next one.
 */
final class Announcer {
  private static final Logger LOG = LoggerFactory.getLogger(Announcer.class);

  private final DispatchStore store;
  private final Executor workers;
  private final AtomicBoolean wanted = new AtomicBoolean();
  private final AtomicBoolean sending = new AtomicBoolean();

  Announcer(DispatchStore store, Executor workers) {
    this.store = store;
    this.workers = workers;
  }

  void announce() {
    wanted.set(true);
    if (sending.compareAndSet(false, true)) {
      try {
        workers.execute(this::send);
      } catch (RejectedExecutionException closed) {
        sending.set(false);
      }
    }
  }

  private void send() {
    try {
      while (wanted.getAndSet(false)) {
        store.announce();
      }
    } catch (StoreUnavailableException away) {
      LOG.debug("Nothing is announced while the database is away: {}", away.getMessage());
    } finally {
      sending.set(false);
    }
    if (wanted.get()) {
      announce();
    }
  }
}
