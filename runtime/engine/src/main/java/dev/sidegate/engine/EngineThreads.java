package dev.sidegate.engine;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The engine's threads: platform threads that do not keep the JVM alive, with the engine's own
 * loader as context, so that no application's loader is held by them.
 */
final class EngineThreads implements ThreadFactory {
  private final AtomicInteger number = new AtomicInteger();

  @Override
  public Thread newThread(Runnable work) {
    Thread thread = new Thread(null, work, "sidegate-" + number.incrementAndGet(), 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(EngineThreads.class.getClassLoader());
    return thread;
  }
}
