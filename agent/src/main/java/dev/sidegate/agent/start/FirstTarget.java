package dev.sidegate.agent.start;

import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.settings.SettingsException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Starts the engine with the first object of a guarded class, beside the program: what processes
 * that are gone have left in doubt is asked about by those that can, whether or not they call.
 *
 * <p>Only where a database is named by then, and in silence: what is wrong with the settings is
 * said at start and by the first call, and a program may mend them until that one.
 */
final class FirstTarget implements Runnable {
  private final LazyEngine engine;
  private final AtomicBoolean underWay = new AtomicBoolean();

  FirstTarget(LazyEngine engine) {
    this.engine = engine;
  }

  /** There is an object of one more guarded class. */
  void built() {
    if (!engine.isStarted() && underWay.compareAndSet(false, true)) {
      IsolatedThread.start("sidegate-target", this);
    }
  }

  @Override
  public void run() {
    try {
      if (Settings.load().jdbcUrl() != null) {
        Object unused = engine.door();
      }
    } catch (SettingsException | EngineStartException saidByTheFirstCall) {
      // it tries again
    } finally {
      underWay.set(false);
    }
  }
}
