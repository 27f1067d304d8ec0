package dev.sidegate.agent.start;

import dev.sidegate.agent.framework.FrameworkClasses;
import dev.sidegate.agent.log.StandardError;
import dev.sidegate.agent.weave.ClassPart;
import dev.sidegate.agent.weave.LibraryWeaving;
import dev.sidegate.agent.wire.WatchedLibraries;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The libraries of the application that are woven with its first guarded class: before one of its
 * objects can be built, because a framework that is already inside its call of a tool would go on
 * with the code it had.
 */
final class WovenLibraries implements Runnable {
  private static final long PATIENCE_SECONDS = 10;

  private final Instrumentation instrumentation;
  private volatile @Nullable CountDownLatch loadedOnes;

  WovenLibraries(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** The first guarded class is about to be defined; this is its transformer's thread. */
  @Override
  public synchronized void run() {
    if (loadedOnes != null) {
      return;
    }
    try {
      begin();
    } catch (RuntimeException | LinkageError failure) {
      StandardError.line("the libraries around guarded methods are not woven: " + failure);
    }
  }

  private void begin() {
    LibraryWeaving weaving = LibraryWeaving.begin(instrumentation, all());
    CountDownLatch woven = new CountDownLatch(1);
    loadedOnes = woven;
    IsolatedThread.start(
        "sidegate-weaving",
        new Runnable() { // no lambda: this is a transformer's thread
          @Override
          public void run() {
            try {
              weaving.weaveLoaded();
            } catch (RuntimeException | LinkageError failure) {
              StandardError.line("libraries that were loaded before are not woven: " + failure);
            } finally {
              woven.countDown();
            }
          }
        });
  }

  private static List<ClassPart> all() {
    List<ClassPart> all = new ArrayList<>(FrameworkClasses.ALL);
    all.addAll(WatchedLibraries.ALL);
    return all;
  }

  /** Waits until those are woven that were loaded before. */
  void await() {
    CountDownLatch woven = loadedOnes;
    if (woven == null || woven.getCount() == 0) {
      return;
    }
    boolean interrupted = false;
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    for (long left = deadline - System.nanoTime(); left > 0; left = deadline - System.nanoTime()) {
      try {
        boolean unused = woven.await(left, TimeUnit.NANOSECONDS);
        break;
      } catch (InterruptedException waitOn) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
