package dev.sidegate.engine.settings;

import java.util.List;

/** The settings are wrong. The message lists each finding: what, where, and how to mend it. */
public final class SettingsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Lists the findings. */
  public SettingsException(List<String> findings) {
    super(String.join("\n", findings));
  }
}
