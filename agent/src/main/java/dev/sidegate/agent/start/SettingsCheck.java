package dev.sidegate.agent.start;

import dev.sidegate.agent.log.StandardError;
import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.settings.SettingsException;

/**
 * Says at start what is wrong with the settings, where any are set, so that nobody finds out by the
 * first refused call. It runs beside {@code main} and not before it: a settings file brings a
 * parser, and the program need not wait for that.
 */
final class SettingsCheck implements Runnable {
  private SettingsCheck() {}

  static void begin() {
    if (anythingIsSet()) {
      IsolatedThread.start("sidegate-settings", new SettingsCheck());
    }
  }

  private static boolean anythingIsSet() {
    for (Object name : System.getProperties().keySet()) {
      if (name instanceof String text && text.startsWith("sidegate.")) {
        return true;
      }
    }
    for (String name : System.getenv().keySet()) {
      if (name.startsWith("SIDEGATE_")) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void run() {
    try {
      Settings.load();
    } catch (SettingsException wrong) {
      StandardError.line(
          "guarded calls are refused, because the settings are wrong: "
              + String.valueOf(wrong.getMessage()).replace("\n", "; "));
    }
  }
}
