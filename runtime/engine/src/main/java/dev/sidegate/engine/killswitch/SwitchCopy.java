package dev.sidegate.engine.killswitch;

import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.intent.SwitchRow;
import dev.sidegate.engine.lease.LeaseClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the kill switch at hand while attempts run, so that a request that is about to leave need
 * not ask the database. One thread, which sleeps while nothing runs.
 */
public final class SwitchCopy implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SwitchCopy.class);

  /** Two readings in a row may fail before what is known is too old. */
  private static final long PAUSE_NANOS = Duration.ofMillis(700).toNanos();

  private final Supplier<List<SwitchRow>> rows;
  private final LeaseClock clock;
  private final BooleanSupplier attemptsRun;
  private final Thread thread;
  private volatile SwitchPermit known;
  private volatile boolean sleeping;
  private volatile boolean closed;
  private boolean away;

  /**
   * Starts the thread.
   *
   * @param rows reads the rows of the kill switch
   * @param attemptsRun whether there is anything to keep a copy for
   */
  public SwitchCopy(
      Supplier<List<SwitchRow>> rows,
      LeaseClock clock,
      BooleanSupplier attemptsRun,
      ThreadFactory threads) {
    this.rows = rows;
    this.clock = clock;
    this.attemptsRun = attemptsRun;
    this.known = new SwitchPermit(List.of(), clock.read());
    this.thread = threads.newThread(this::run);
    thread.start();
  }

  /** An attempt begins; its own claim has just read the switch. */
  public void wake() {
    if (sleeping) {
      LockSupport.unpark(thread);
    }
  }

  /**
   * Why the first unsafe request of an attempt must not leave now; empty if it may.
   *
   * @param claimSentAt the clocks when the attempt's claim was sent
   */
  public Optional<String> refusal(String effect, String scope, LeaseClock.Reading claimSentAt) {
    return known.refusal(effect, scope, claimSentAt, clock.read());
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }

  private void run() {
    while (!closed) {
      if (attemptsRun.getAsBoolean()) {
        LockSupport.parkNanos(this, PAUSE_NANOS);
        readWhileAttemptsRun();
      } else {
        sleep();
      }
    }
  }

  private void sleep() {
    sleeping = true;
    if (!attemptsRun.getAsBoolean() && !closed) {
      LockSupport.park(this);
    }
    sleeping = false;
  }

  private void readWhileAttemptsRun() {
    if (closed || !attemptsRun.getAsBoolean()) {
      return;
    }
    LeaseClock.Reading askedAt = clock.read();
    try {
      known = new SwitchPermit(rows.get(), askedAt);
      away = false;
    } catch (StoreUnavailableException unreachable) {
      if (!away) {
        away = true;
        LOG.warn(
            "The kill switch cannot be read; soon no first request leaves: {}",
            unreachable.getMessage());
      }
    } catch (RuntimeException bug) {
      LOG.error("Reading the kill switch failed; it is tried again", bug);
    }
  }
}
