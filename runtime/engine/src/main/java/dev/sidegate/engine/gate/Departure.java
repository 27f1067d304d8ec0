package dev.sidegate.engine.gate;

import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.settings.Settings;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way out: from how a body ended to what is settled and what its caller gets. Never throws: the
 * effect may have happened, and nothing here may hide that.
 */
public final class Departure {
  private static final Logger LOG = LoggerFactory.getLogger(Departure.class);

  private final Settings settings;
  private final AttemptStack attempts;
  private final Settler settler;
  private final FailureVerdict verdict;

  /** Puts the way out together. */
  public Departure(
      Settings settings, AttemptStack attempts, Settler settler, RandomGenerator random) {
    this.settings = settings;
    this.attempts = attempts;
    this.settler = settler;
    this.verdict = new FailureVerdict(random);
  }

  /** The body has left the caller's thread: its attempt is no longer the thread's. */
  public void leaveThread(RunningAttempt attempt) {
    attempts.remove(attempt);
  }

  /** Its end could not be handled; its lease runs out and makes it doubt. */
  public void giveUp(RunningAttempt attempt) {
    attempt.end();
    settler.giveUp(attempt);
  }

  /** The body returned. */
  public Exit returned(RunningAttempt attempt, @Nullable Object result) {
    attempt.end();
    byte[] stored = encode(attempt, result);
    Settler.Kept kept =
        settler.settle(attempt, new Settlement.Completed(stored, attempt.receipt()));
    if (kept == Settler.Kept.FENCED) {
      return new Exit.Held(
          new HeldCallException(HeldAnswers.unknown().of(attempt.claim().operation().toString())));
    }
    return new Exit.Return(stored == null ? result : decoded(attempt, stored, result));
  }

  /** The body threw. */
  public Exit threw(RunningAttempt attempt, Throwable thrown) {
    attempt.end();
    String operation = attempt.claim().operation().toString();
    String receipt = attempt.receipt();
    if (receipt != null) {
      Settler.Kept kept = settler.settle(attempt, new Settlement.Completed(null, receipt));
      HeldAnswer answer =
          kept == Settler.Kept.FENCED
              ? HeldAnswers.unknown().of(operation)
              : HeldAnswers.doneDespiteThrowable(operation, receipt);
      return new Exit.Held(new HeldCallException(answer, thrown));
    }
    Settlement settlement =
        verdict.of(
            thrown,
            attempt.claim().attempt(),
            attempt.call().effect(),
            settings.effect(attempt.effect()));
    Settler.Kept kept = settler.settle(attempt, settlement);
    return settlement instanceof Settlement.Doubt || kept == Settler.Kept.FENCED
        ? new Exit.Held(new HeldCallException(HeldAnswers.unknown().of(operation), thrown))
        : new Exit.Throw(thrown);
  }

  private static byte @Nullable [] encode(RunningAttempt attempt, @Nullable Object result) {
    try {
      return attempt.call().encode(attempt.claim().key(), attempt.payload(), result);
    } catch (RuntimeException | StackOverflowError cannotBeStored) {
      LOG.warn(
          "The result of {} ({}) cannot be stored; repeats are told that it is done: {}",
          attempt.claim().operation(),
          attempt.effect(),
          cannotBeStored.toString());
      return null;
    }
  }

  /** The first caller gets what all later ones get: the decoded stored value. */
  private static @Nullable Object decoded(
      RunningAttempt attempt, byte[] stored, @Nullable Object result) {
    try {
      return attempt.call().decode(attempt.claim().key(), attempt.payload(), stored);
    } catch (RuntimeException | StackOverflowError cannotBeRebuilt) {
      return result;
    }
  }
}
