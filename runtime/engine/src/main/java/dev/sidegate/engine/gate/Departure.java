package dev.sidegate.engine.gate;

import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.lease.LeaseClock;
import dev.sidegate.engine.settings.Settings;
import java.time.Duration;
import java.util.Optional;
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

  private final AttemptStack attempts;
  private final Settler settler;
  private final ThrownSettlement failures;

  /** Puts the way out together. */
  public Departure(
      Settings settings,
      LeaseClock clock,
      AttemptStack attempts,
      Settler settler,
      RandomGenerator random) {
    this.attempts = attempts;
    this.settler = settler;
    this.failures = new ThrownSettlement(settings, clock, random);
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
    attempt.wire().awaitTied();
    byte[] stored = encode(attempt, result);
    Settler.Kept kept =
        settler.settle(attempt, new Settlement.Completed(stored, attempt.receipt()));
    if (kept instanceof Settler.Kept.Fenced) {
      return new Exit.Held(
          new HeldCallException(HeldAnswers.unknown().of(attempt.claim().operation().toString())));
    }
    return new Exit.Return(stored == null ? result : decoded(attempt, stored, result));
  }

  /** The body threw. */
  public Exit threw(RunningAttempt attempt, Throwable thrown) {
    attempt.end();
    attempt.wire().awaitTied();
    Exit exit =
        attempt.receipt() == null
            ? failed(attempt, thrown)
            : provenBefore(attempt, attempt.receipt(), thrown);
    attempt.outer().ifPresent(outer -> tell(outer, thrown));
    return exit;
  }

  private Exit provenBefore(RunningAttempt attempt, String receipt, Throwable thrown) {
    String operation = attempt.claim().operation().toString();
    Settler.Kept kept = settler.settle(attempt, new Settlement.Completed(null, receipt));
    HeldAnswer answer =
        kept instanceof Settler.Kept.Fenced
            ? HeldAnswers.unknown().of(operation)
            : HeldAnswers.doneDespiteThrowable(operation, receipt);
    return new Exit.Held(new HeldCallException(answer, thrown));
  }

  private Exit failed(RunningAttempt attempt, Throwable thrown) {
    Settlement settlement = failures.of(attempt, thrown);
    Settler.Kept kept = settler.settle(attempt, settlement);
    Optional<Duration> again = again(attempt, settlement, kept);
    if (isScheduled(kept)) {
      // Somebody else goes on with it; who called is told so, with what was thrown as cause.
      return scheduled(attempt, thrown);
    }
    if (isProvenNotApplied(attempt, settlement, kept)) {
      return new Exit.Throw(thrown, again);
    }
    String operation = attempt.claim().operation().toString();
    return new Exit.Held(new HeldCallException(HeldAnswers.unknown().of(operation), thrown), again);
  }

  private static boolean isScheduled(Settler.Kept kept) {
    return kept instanceof Settler.Kept.Settled settled
        && settled.intent().state() == IntentState.AUTHORIZED;
  }

  /** What a caller is told whose wish a dispatcher goes on with. */
  public static Exit scheduled(RunningAttempt attempt, Throwable thrown) {
    return new Exit.Held(
        new HeldCallException(
            HeldAnswers.scheduled().of(attempt.claim().operation().toString()), thrown));
  }

  /** Whether the intent, not only this attempt, is proven not to be applied (law 3). */
  private static boolean isProvenNotApplied(
      RunningAttempt attempt, Settlement settlement, Settler.Kept kept) {
    if (settlement instanceof Settlement.Doubt) {
      return false;
    }
    return kept instanceof Settler.Kept.Settled settled
        ? settled.intent().state() != IntentState.UNKNOWN
        // Nobody could be asked about the attempts before this one.
        : kept instanceof Settler.Kept.Unsettled && attempt.claim().attempt() == 1;
  }

  /** How long before another attempt may start, where the intent allows one. */
  private static Optional<Duration> again(
      RunningAttempt attempt, Settlement settlement, Settler.Kept kept) {
    if (!(kept instanceof Settler.Kept.Settled settled) || settled.intent().hold() != null) {
      return Optional.empty();
    }
    boolean allowed =
        switch (settled.intent().state()) {
          case FAILED_RETRYABLE -> true;
          case UNKNOWN -> attempt.call().effect().provider().allowsRepetition();
          default -> false;
        };
    return allowed ? delay(settlement) : Optional.empty();
  }

  private static Optional<Duration> delay(Settlement settlement) {
    if (settlement instanceof Settlement.Retryable retryable) {
      return Optional.of(retryable.delay());
    }
    return settlement instanceof Settlement.Doubt doubt
        ? Optional.of(doubt.delay())
        : Optional.empty();
  }

  /**
   * What ended here is accounted for by its own intent: to the body around it, it is no word of its
   * own, and a request of its own that never left.
   */
  private static void tell(RunningAttempt outer, Throwable thrown) {
    outer.passes(thrown);
    outer.wire().begun();
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
