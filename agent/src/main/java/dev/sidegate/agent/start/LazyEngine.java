package dev.sidegate.agent.start;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The engine's end of the door, started by the first question that needs it. A start that fails is
 * tried again with the next question: the program may have mended its settings meanwhile.
 */
final class LazyEngine {
  private final Callable<BiFunction<String, @Nullable Object[], @Nullable Object>> start;
  private final AgentStatus status;
  private final ReentrantLock starting = new ReentrantLock();
  private volatile @Nullable BiFunction<String, @Nullable Object[], @Nullable Object> started;

  LazyEngine(
      Callable<BiFunction<String, @Nullable Object[], @Nullable Object>> start,
      AgentStatus status) {
    this.start = start;
    this.status = status;
  }

  boolean isStarted() {
    return started != null;
  }

  /**
   * The engine, started if need be.
   *
   * @throws EngineStartException if it cannot be started
   */
  BiFunction<String, @Nullable Object[], @Nullable Object> door() {
    BiFunction<String, @Nullable Object[], @Nullable Object> door = started;
    if (door != null) {
      return door;
    }
    starting.lock();
    try {
      door = started;
      if (door == null) {
        door = startOnOwnThread();
        started = door;
        status.started();
      }
      return door;
    } finally {
      starting.unlock();
    }
  }

  private BiFunction<String, @Nullable Object[], @Nullable Object> startOnOwnThread() {
    FutureTask<BiFunction<String, @Nullable Object[], @Nullable Object>> task =
        new FutureTask<>(start);
    IsolatedThread.start("sidegate-start", task);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException waitOn) {
          interrupted = true;
        }
      }
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause() == null ? failed : failed.getCause();
      EngineStartException notStarted = new EngineStartException(cause);
      status.failed(notStarted.reason());
      throw notStarted;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
