package dev.sidegate.engine.lease;

import dev.sidegate.engine.intent.Claimed;
import java.time.Duration;

/** Something that holds a lease and wants it kept alive. Called by the timer's thread. */
public interface Leased {

  /** The claim whose lease it is. */
  Claimed claim();

  /** How long each renewal lasts. */
  Duration lease();

  /** How long after the claim it is renewed at most. */
  Duration leaseCap();

  /** The lease was prolonged by a statement sent at this reading. */
  void renewed(LeaseClock.Reading sentAt);

  /** The lease is gone; nothing may leave any more. */
  void lost();
}
