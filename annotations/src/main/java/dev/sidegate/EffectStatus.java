package dev.sidegate;

import java.util.Locale;

/** What became of a wish, as callers, models and pages are told. */
public enum EffectStatus {
  /** Done; proven. */
  COMPLETED,
  /** An attempt is running. */
  IN_PROGRESS,
  /** A person has to decide; nothing has run. */
  AWAITING_APPROVAL,
  /** Waits for its time, its worker or its next try. */
  SCHEDULED,
  /** A person said no; nothing ran. */
  REJECTED,
  /** The question stood too long; nothing ran. */
  EXPIRED,
  /** Withdrawn before it was sent; nothing ran. */
  CANCELLED,
  /** A person gave up on the doubt; whether it happened is not known. */
  ABANDONED,
  /** Whether it happened is not known. */
  UNKNOWN,
  /** Proven not applied. */
  FAILED,
  /** The key is taken by another payload, or the stored form has another schema. */
  CONFLICT,
  /** The kill switch is closed. */
  STOPPED,
  /** Sidegate cannot decide: no database, no engine, wrong configuration. Nothing ran. */
  UNAVAILABLE;

  /** The name in tool answers, such as {@code awaiting_approval}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
