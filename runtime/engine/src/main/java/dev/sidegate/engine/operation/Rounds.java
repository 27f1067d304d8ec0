package dev.sidegate.engine.operation;

import dev.sidegate.engine.intent.StoreUnavailableException;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread that looks whether there is something to do, now and then and when it is woken. */
final class Rounds implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);

  private final Round round;
  private final Supplier<Duration> pause;
  private final Thread thread;
  private volatile boolean closed;

  Rounds(Round round, Supplier<Duration> pause, ThreadFactory threads) {
    this.round = round;
    this.pause = pause;
    this.thread = threads.newThread(this::run);
  }

  void start() {
    thread.start();
  }

  void wake() {
    LockSupport.unpark(thread);
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }

  /** Twice as long each time, up to the longest. */
  static Duration delay(Duration first, Duration longest, int tries) {
    Duration delay = first.multipliedBy(1L << Math.min(Math.max(tries - 1, 0), 20));
    return delay.compareTo(longest) < 0 ? delay : longest;
  }

  private void run() {
    while (!closed) {
      try {
        while (!closed && round.moreToDo()) {
          LOG.trace("There is more to do");
        }
      } catch (StoreUnavailableException away) {
        LOG.debug("It waits while the database is away: {}", away.getMessage());
      } catch (RuntimeException | LinkageError bug) {
        LOG.error("A round failed; it is made again", bug);
      }
      LockSupport.parkNanos(this, pause.get().toNanos());
    }
  }

  /** One look. */
  @FunctionalInterface
  interface Round {
    /** Does what is due; answers whether there may be more. */
    boolean moreToDo();
  }
}
