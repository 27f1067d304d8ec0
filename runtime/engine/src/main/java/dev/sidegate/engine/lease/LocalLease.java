package dev.sidegate.engine.lease;

import java.time.Duration;

/**
 * A lease as its holder counts it: from the moment the claim or the renewal was sent, never from
 * when the answer came (law 9). Once it is lost it stays lost. Safe for many threads.
 */
public final class LocalLease {
  private final LeaseClock clock;
  private final Duration length;
  private volatile LeaseClock.Reading sentAt;
  private volatile boolean lost;

  /**
   * Begins to count.
   *
   * @param sentAt the clocks just before the claim was sent
   */
  public LocalLease(LeaseClock clock, Duration length, LeaseClock.Reading sentAt) {
    this.clock = clock;
    this.length = length;
    this.sentAt = sentAt;
  }

  /** How long each claim or renewal lasts. */
  public Duration length() {
    return length;
  }

  /**
   * Whether the lease holds on both clocks. A lease that was found to have ended is lost for good,
   * even if a clock is set back.
   */
  public boolean holds() {
    if (lost) {
      return false;
    }
    if (hasEndedBy(clock.read())) {
      lost = true;
      return false;
    }
    return true;
  }

  /**
   * The database prolonged the lease by a statement that was sent at this reading. One that was
   * sent after the end prolongs nothing here: a process that was frozen past its lease must not
   * wake up, renew and send, even where nobody has moved the intent meanwhile (law 16).
   */
  public void renewed(LeaseClock.Reading renewalSentAt) {
    if (hasEndedBy(renewalSentAt)) {
      lost = true;
    } else {
      sentAt = renewalSentAt;
    }
  }

  private boolean hasEndedBy(LeaseClock.Reading now) {
    LeaseClock.Reading begun = sentAt;
    return now.monotonicNanos() - begun.monotonicNanos() >= length.toNanos()
        || now.wallMillis() - begun.wallMillis() >= length.toMillis();
  }

  /** The database gave the lease up, or its owner did. */
  public void lose() {
    lost = true;
  }
}
