package dev.sidegate.engine.audit;

import dev.sidegate.engine.intent.StoreUnavailableException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has an anchor made once a minute, by whichever process asks first. An anchor that could not be
 * made is made by the next one: nothing is sealed late that would not be sealed at all.
 */
public final class AnchorTimer implements AutoCloseable {
  /** Between two anchors of an installation, however many processes it has. */
  public static final Duration PAUSE = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(AnchorTimer.class);

  /** In one go; what is left waits for the next minute. */
  private static final int ROUNDS = 10;

  private final AuditStore store;
  private final BooleanSupplier storeOpen;
  private final Future<?> task;

  /**
   * Begins.
   *
   * @param storeOpen whether the store was used yet; before that there is nothing to seal
   * @param timer not shut down here
   */
  public AnchorTimer(AuditStore store, BooleanSupplier storeOpen, ScheduledExecutorService timer) {
    this.store = store;
    this.storeOpen = storeOpen;
    this.task =
        timer.scheduleWithFixedDelay(
            this::seal, PAUSE.toMillis(), PAUSE.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void seal() {
    if (!storeOpen.getAsBoolean()) {
      return;
    }
    try {
      AuditStore.Sealed sealed = store.seal(PAUSE);
      for (int round = 1; sealed.more() && round < ROUNDS; round++) {
        sealed = store.seal(Duration.ZERO);
      }
    } catch (StoreUnavailableException away) {
      LOG.debug("no anchor was made while the database is away", away);
    } catch (RuntimeException refused) {
      LOG.warn(
          "No anchor could be made; 'sidegate audit anchor' makes one: {}", refused.getMessage());
    }
  }

  @Override
  public void close() {
    task.cancel(false);
  }
}
