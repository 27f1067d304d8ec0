package dev.sidegate.engine.gate;

import dev.sidegate.EffectStatus;
import dev.sidegate.Executed;
import dev.sidegate.RetryAdvice;
import dev.sidegate.engine.intent.IntentSnapshot;
import org.jspecify.annotations.Nullable;

/** What is said of an operation that somebody looks at, in the words of held calls. */
public final class StatusAnswers {
  private StatusAnswers() {}

  /** It stands thus. */
  public static HeldAnswer standing(IntentSnapshot intent) {
    return HeldAnswers.standing(intent);
  }

  /** It was written in a transaction that has committed, and is to be picked up. */
  public static HeldAnswer requested(@Nullable String reason) {
    return HeldAnswer.of(
            EffectStatus.SCHEDULED,
            Executed.NO,
            RetryAdvice.NEVER,
            "Not done yet. It is scheduled and will be done without you. Do not call this tool"
                + " again; tell the user.")
        .because(reason);
  }

  /** Nothing is made of it: its key is taken by another payload. */
  public static HeldAnswer conflict(@Nullable String reason) {
    return HeldAnswer.of(
            EffectStatus.CONFLICT,
            Executed.NO,
            RetryAdvice.WITH_CHANGES,
            "Not done. The same action was already asked for with other values. If this is a new"
                + " wish, it needs its own number or version; otherwise tell the user.")
        .because(reason);
  }

  /** It cannot be read, and nothing was made of it. */
  public static HeldAnswer parked(@Nullable String reason) {
    return HeldAnswer.of(
            EffectStatus.FAILED,
            Executed.NO,
            RetryAdvice.AFTER_OPERATOR,
            "Not done. Its record cannot be used, and people have to look at it. Do not call this"
                + " tool again; tell the user.")
        .because(reason);
  }

  /** Nobody knows it: a wrong id, or one whose transaction has not committed. */
  public static HeldAnswer nobodyKnows() {
    return HeldAnswer.of(
            EffectStatus.UNAVAILABLE,
            Executed.UNKNOWN,
            RetryAdvice.NEVER,
            "There is no operation with this id, or not yet. Check the id; do not call the action"
                + " again because of this answer.")
        .because("no operation with this id is visible");
  }

  /** It cannot be looked at now. */
  public static HeldAnswer cannotBeSaid(@Nullable String reason) {
    return HeldAnswer.of(
            EffectStatus.UNAVAILABLE,
            Executed.UNKNOWN,
            RetryAdvice.NEVER,
            "It cannot be said now whether this was done. Ask for its status later; do not call the"
                + " action again, and do not try another way.")
        .because(reason);
  }
}
