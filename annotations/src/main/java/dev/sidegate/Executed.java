package dev.sidegate;

import java.util.Locale;

/** Whether the outside world was changed. */
public enum Executed {
  /** It was; proven. */
  YES,
  /** It was not; proven. */
  NO,
  /** Nobody knows yet. */
  UNKNOWN;

  /** The name in tool answers. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
