package dev.sidegate.engine.outbox;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** How many queued calls run in this process. A call that goes on in a stage still counts. */
final class Workers {
  private final int most;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private int running;

  Workers(int most) {
    this.most = most;
  }

  int free() {
    lock.lock();
    try {
      return Math.max(0, most - running);
    } finally {
      lock.unlock();
    }
  }

  /**
   * How many are free once half of all are, or once that time is over: a claim costs the same for
   * one entry as for many.
   */
  int gather(Duration atMost) {
    long left = atMost.toNanos();
    lock.lock();
    try {
      while (2 * running > most && left > 0) {
        left = ended.awaitNanos(left);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
    return free();
  }

  void begin() {
    lock.lock();
    try {
      running++;
    } finally {
      lock.unlock();
    }
  }

  void end() {
    lock.lock();
    try {
      running--;
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until nothing runs; false if something still does when the time is over. */
  boolean awaitIdle(Duration most) {
    long left = most.toNanos();
    lock.lock();
    try {
      while (running > 0 && left > 0) {
        left = ended.awaitNanos(left);
      }
      return running == 0;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }
}
