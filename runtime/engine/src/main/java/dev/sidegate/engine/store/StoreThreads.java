package dev.sidegate.engine.store;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes the store's threads: platform threads that do not keep the JVM alive, with the engine's
 * class loader as context. A thread that inherited the context of whoever called first would keep
 * an application's loader alive and load its classes.
 */
final class StoreThreads implements ThreadFactory {
  private final String purpose;
  private final AtomicInteger number = new AtomicInteger();

  StoreThreads(String purpose) {
    this.purpose = purpose;
  }

  @Override
  public Thread newThread(Runnable work) {
    Thread thread = new Thread(work, "sidegate-" + purpose + "-" + number.incrementAndGet());
    thread.setDaemon(true);
    thread.setContextClassLoader(StoreThreads.class.getClassLoader());
    return thread;
  }
}
