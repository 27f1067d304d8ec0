package dev.sidegate.agent.carry;

import java.lang.ref.WeakReference;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One piece of work that was handed over, and whether it is over: done, cancelled, or forgotten by
 * everybody, so that nobody can do it any more.
 */
final class Handed implements BooleanSupplier {
  private volatile WeakReference<Object> work;
  private volatile int running;
  private volatile boolean done;

  Handed(Object work) {
    this.work = new WeakReference<>(work);
  }

  /** It is over when this is, rather than when what was named first is. */
  void endsWith(Object other) {
    work = new WeakReference<>(other);
  }

  synchronized void begin() {
    running++;
  }

  /** One run has ended; that of periodic work is not the last. */
  synchronized void end(boolean last) {
    running--;
    done |= last;
  }

  @Override
  public boolean getAsBoolean() {
    Object named = work.get();
    if (hasReturned(named)) {
      return true;
    }
    return running == 0 && (done || isOver(named));
  }

  /**
   * Such a task has its outcome only once the application's code has returned; its thread may still
   * be on the way out. One that was cancelled may go on.
   */
  private static boolean hasReturned(@Nullable Object work) {
    return (work instanceof FutureTask<?> || work instanceof ForkJoinTask<?>)
        && ((Future<?>) work).isDone()
        && !((Future<?>) work).isCancelled();
  }

  private static boolean isOver(@Nullable Object work) {
    if (work instanceof Future<?> future) {
      return future.isDone();
    }
    if (work instanceof Thread thread) {
      return thread.getState() == Thread.State.TERMINATED;
    }
    return work == null;
  }
}
