package dev.sidegate.engine.outbox;

import dev.sidegate.engine.gate.EffectSpec;
import dev.sidegate.engine.intent.Dispatchable;
import dev.sidegate.engine.intent.Dispatched;
import dev.sidegate.engine.lease.LeaseClock;
import java.util.concurrent.CompletionStage;

/** A method of this process that queued calls run through. Safe for many threads. */
public interface QueuedMethod {

  /** Its effect. */
  EffectSpec effect();

  /** Whether its calls are queued from the beginning, so that some may wait before any call. */
  boolean queues();

  /** Whether a call without a caller can run here now: there is an object to run it on. */
  boolean ready();

  /**
   * What its attempts are claimed with.
   *
   * @throws dev.sidegate.engine.intent.EffectRefusedException if its policy is not this process's
   */
  Dispatchable dispatchable();

  /** The database has another version of its policy. */
  void forgetPolicy();

  /**
   * Runs one attempt, or gives the right back. Never throws.
   *
   * @param sentAt when the right was asked for
   * @return completed once the attempt's end is settled; never exceptionally
   */
  CompletionStage<?> run(Dispatched dispatched, LeaseClock.Reading sentAt);

  /** Gives a right back that no worker took. */
  void giveBack(Dispatched dispatched, String reason);
}
