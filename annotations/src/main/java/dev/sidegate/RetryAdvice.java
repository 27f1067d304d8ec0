package dev.sidegate;

import java.util.Locale;

/** Whether the same call may be made again. */
public enum RetryAdvice {
  /** It would give the same answer. */
  NEVER,
  /** With other arguments it may pass. */
  WITH_CHANGES,
  /** An operator has to act first. */
  AFTER_OPERATOR,
  /** It may pass later. */
  LATER;

  /** The name in tool answers. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
