package dev.sidegate.engine.world;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs what is due when it is told to, in the test's thread. */
public final class HandTimer extends ScheduledThreadPoolExecutor {
  private final List<Long> delays = new ArrayList<>();
  private final Deque<Runnable> due = new ArrayDeque<>();

  /** Begins with nothing to do. */
  public HandTimer() {
    super(1);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    delays.add(unit.toMillis(delay));
    due.add(task);
    return super.schedule(() -> {}, 0, unit);
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long initial, long delay, TimeUnit unit) {
    due.add(task);
    return super.schedule(() -> {}, 0, unit);
  }

  /** Every delay that was asked for, in milliseconds. */
  public List<Long> delays() {
    return delays;
  }

  /** Runs what was scheduled first. */
  public void turn() {
    due.remove().run();
  }

  /** Runs nothing of what was scheduled. */
  public void forget() {
    due.clear();
  }

  /** Whether nothing is scheduled. */
  public boolean isEmpty() {
    return due.isEmpty();
  }
}
