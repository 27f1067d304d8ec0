package dev.sidegate.engine.gate;

import static dev.sidegate.EffectStatus.ABANDONED;
import static dev.sidegate.EffectStatus.AWAITING_APPROVAL;
import static dev.sidegate.EffectStatus.CANCELLED;
import static dev.sidegate.EffectStatus.COMPLETED;
import static dev.sidegate.EffectStatus.CONFLICT;
import static dev.sidegate.EffectStatus.EXPIRED;
import static dev.sidegate.EffectStatus.FAILED;
import static dev.sidegate.EffectStatus.IN_PROGRESS;
import static dev.sidegate.EffectStatus.REJECTED;
import static dev.sidegate.EffectStatus.SCHEDULED;
import static dev.sidegate.EffectStatus.STOPPED;
import static dev.sidegate.EffectStatus.UNAVAILABLE;
import static dev.sidegate.RetryAdvice.AFTER_OPERATOR;
import static dev.sidegate.RetryAdvice.LATER;
import static dev.sidegate.RetryAdvice.NEVER;
import static dev.sidegate.RetryAdvice.WITH_CHANGES;

import dev.sidegate.EffectStatus;
import dev.sidegate.Executed;
import dev.sidegate.engine.intent.HoldReason;
import dev.sidegate.engine.intent.IntentSnapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sentences. Each says first whether it was done, then what to do; doubt is never worded as
 * "failed" or "timeout", and no sentence holds a value or an exception's text.
 */
final class HeldAnswers {
  private HeldAnswers() {}

  /** The intent stands in a state that gives no claim and no result that could be returned. */
  static HeldAnswer standing(IntentSnapshot intent) {
    HeldAnswer answer =
        intent.hold() == HoldReason.CONTRADICTED ? contradicted() : inItsState(intent);
    return answer
        .of(intent.operation().toString())
        .because(intent.reason())
        .provenBy(intent.receipt())
        .failedWith(intent.failure());
  }

  private static HeldAnswer inItsState(IntentSnapshot intent) {
    return switch (intent.state()) {
      case PROCESSING -> inProgress();
      case AWAITING_HUMAN ->
          HeldAnswer.of(
              AWAITING_APPROVAL,
              Executed.NO,
              NEVER,
              "Not sent. A person has to approve it. Do not call this tool again; tell the"
                  + " user.");
      case AUTHORIZED -> intent.hold() == null ? scheduled() : waitsForAnOperator();
      case COMPLETED ->
          HeldAnswer.of(
              COMPLETED,
              Executed.YES,
              NEVER,
              "Done already, by an earlier call. Do not call this tool again; tell the user"
                  + " that it is done.");
      case FAILED_RETRYABLE -> retryable(intent);
      case FAILED_TERMINAL ->
          HeldAnswer.of(
              FAILED,
              Executed.NO,
              NEVER,
              "Not done, and trying again would not help. Do not call this tool again; tell"
                  + " the user.");
      case UNKNOWN -> unknown();
      case REJECTED ->
          HeldAnswer.of(
              REJECTED,
              Executed.NO,
              NEVER,
              "Not done. A person refused it. Do not call this tool again; tell the user the"
                  + " reason.");
      case CANCELLED ->
          HeldAnswer.of(
              CANCELLED,
              Executed.NO,
              NEVER,
              "Not done. It was withdrawn before it was sent. Do not call this tool again;"
                  + " tell the user.");
      case EXPIRED ->
          HeldAnswer.of(
              EXPIRED,
              Executed.NO,
              NEVER,
              "Not done. Nobody decided in time. Do not call this tool again; tell the user"
                  + " that a person has to ask anew.");
      case ABANDONED ->
          HeldAnswer.of(
              ABANDONED,
              Executed.UNKNOWN,
              NEVER,
              "It may or may not have been done, and people have stopped looking into it. Do"
                  + " not call this tool again, and do not try another way; tell the user.");
    };
  }

  private static HeldAnswer contradicted() {
    return HeldAnswer.of(
        CONFLICT,
        Executed.UNKNOWN,
        AFTER_OPERATOR,
        "There are contradictory reports on whether this was done, and people are looking into it."
            + " Do not call this tool again, and do not try another way; tell the user.");
  }

  /** A dispatcher goes on with it. */
  static HeldAnswer scheduled() {
    return HeldAnswer.of(
        SCHEDULED,
        Executed.NO,
        NEVER,
        "Not done yet. It is scheduled and will be done without you. Do not call this"
            + " tool again; tell the user.");
  }

  /** It was scheduled, and cannot go on by itself. */
  private static HeldAnswer waitsForAnOperator() {
    return HeldAnswer.of(
        SCHEDULED,
        Executed.NO,
        AFTER_OPERATOR,
        "Not done yet. It waits for people to look into it. Do not call this tool again; tell the"
            + " user.");
  }

  static HeldAnswer inProgress() {
    return HeldAnswer.of(
        IN_PROGRESS,
        Executed.UNKNOWN,
        LATER,
        "Started by another call and not finished. Do not call this tool again now; tell the user"
            + " that it is in progress.");
  }

  static HeldAnswer insideItsOwnBody(String effect) {
    return inProgress()
        .because("the effect " + effect + " called itself with the same key, inside its own body");
  }

  static HeldAnswer unknown() {
    return HeldAnswer.of(
        EffectStatus.UNKNOWN,
        Executed.UNKNOWN,
        AFTER_OPERATOR,
        "It is not known whether this was done; people are finding out. Do not call this tool"
            + " again, and do not try another way to reach the same goal; tell the user.");
  }

  static HeldAnswer otherPayload(IntentSnapshot intent, String schema) {
    String reason =
        intent.hash().schema().equals(schema)
            ? "the key is taken by another payload"
            : "the stored payload has another schema (schema changed): "
                + intent.hash().schema()
                + " there, "
                + schema
                + " here";
    return HeldAnswer.of(
            CONFLICT,
            Executed.NO,
            WITH_CHANGES,
            "Not done. The same action was already asked for with other values. If this is a new"
                + " wish, it needs its own number or version; otherwise tell the user.")
        .of(intent.operation().toString())
        .because(reason);
  }

  static HeldAnswer stopped(String reason) {
    return HeldAnswer.of(
            STOPPED,
            Executed.NO,
            AFTER_OPERATOR,
            "Not done. An operator has stopped actions of this kind. Do not call this tool again;"
                + " tell the user.")
        .because(reason);
  }

  /** The call is taken to be run later; its caller gets no result of it. */
  static HeldAnswer captured() {
    return HeldAnswer.of(
            SCHEDULED,
            Executed.NO,
            NEVER,
            "Not done yet. It is going to be scheduled. Do not call this tool again; tell the"
                + " user.")
        .because("it is being deferred, and runs later");
  }

  static HeldAnswer planning() {
    return HeldAnswer.of(
            STOPPED,
            Executed.NO,
            LATER,
            "Not done. A plan is being made, and nothing is carried out meanwhile. Put this action"
                + " into the plan; do not try another way.")
        .because("planning is under way (Sidegate.planning)");
  }

  static HeldAnswer invalid(@Nullable String reason) {
    return HeldAnswer.of(
            FAILED,
            Executed.NO,
            WITH_CHANGES,
            "Not done. The values given cannot be used for this action. Correct them, or tell the"
                + " user.")
        .because(reason);
  }

  /** The application's own validation found these; the model may correct them. */
  static HeldAnswer invalid(List<String> findings) {
    String listed = String.join("; ", findings);
    return HeldAnswer.of(
            FAILED,
            Executed.NO,
            WITH_CHANGES,
            "Not done. The values given cannot be used for this action: "
                + listed
                + ". Correct them, or tell the user.")
        .because(listed);
  }

  static HeldAnswer unavailable(@Nullable String reason) {
    return HeldAnswer.of(
            UNAVAILABLE,
            Executed.NO,
            LATER,
            "Not done. The safety gate for this action cannot be reached. Do not try another way;"
                + " tell the user.")
        .because(reason);
  }

  static HeldAnswer refused(@Nullable String reason) {
    return HeldAnswer.of(
            UNAVAILABLE,
            Executed.NO,
            AFTER_OPERATOR,
            "Not done. This action is not set up correctly. Do not try another way; tell the user.")
        .because(reason);
  }

  /** The body gave a receipt and then threw: it is done. */
  static HeldAnswer doneDespiteThrowable(String operation, @Nullable String receipt) {
    return HeldAnswer.of(
            COMPLETED,
            Executed.YES,
            NEVER,
            "Done; only what came after it went wrong. Do not call this tool again; tell the user"
                + " that it is done.")
        .of(operation)
        .provenBy(receipt);
  }

  private static HeldAnswer retryable(IntentSnapshot intent) {
    return intent.hold() != null
        ? HeldAnswer.of(
            FAILED,
            Executed.NO,
            AFTER_OPERATOR,
            "Not done, and its attempts are used up. Do not call this tool again; tell the user.")
        : HeldAnswer.of(
            FAILED,
            Executed.NO,
            LATER,
            "Not done yet. It may be tried again later. Do not call this tool again now; tell the"
                + " user.");
  }
}
