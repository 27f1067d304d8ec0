package dev.sidegate.engine.transition;

import static dev.sidegate.engine.intent.IntentState.ABANDONED;
import static dev.sidegate.engine.intent.IntentState.AUTHORIZED;
import static dev.sidegate.engine.intent.IntentState.AWAITING_HUMAN;
import static dev.sidegate.engine.intent.IntentState.CANCELLED;
import static dev.sidegate.engine.intent.IntentState.COMPLETED;
import static dev.sidegate.engine.intent.IntentState.EXPIRED;
import static dev.sidegate.engine.intent.IntentState.FAILED_RETRYABLE;
import static dev.sidegate.engine.intent.IntentState.FAILED_TERMINAL;
import static dev.sidegate.engine.intent.IntentState.PROCESSING;
import static dev.sidegate.engine.intent.IntentState.REJECTED;
import static dev.sidegate.engine.intent.IntentState.UNKNOWN;
import static dev.sidegate.engine.transition.Circumstance.ALONE;
import static dev.sidegate.engine.transition.Circumstance.BY_CALLERS;
import static dev.sidegate.engine.transition.Circumstance.BY_DISPATCHER;
import static dev.sidegate.engine.transition.Circumstance.CORRECTING;
import static dev.sidegate.engine.transition.Circumstance.FOUND;
import static dev.sidegate.engine.transition.Circumstance.GONE;
import static dev.sidegate.engine.transition.Circumstance.GONE_DISPATCHED;
import static dev.sidegate.engine.transition.Circumstance.GRANTED_DISPATCHED;
import static dev.sidegate.engine.transition.Circumstance.GRANTED_TO_CALLERS;
import static dev.sidegate.engine.transition.Circumstance.OPPOSED;
import static dev.sidegate.engine.transition.Circumstance.PROVEN;
import static dev.sidegate.engine.transition.Circumstance.PROVEN_DISPATCHED;
import static dev.sidegate.engine.transition.Circumstance.REPEATED;
import static dev.sidegate.engine.transition.Circumstance.RESOLVED;
import static dev.sidegate.engine.transition.Circumstance.SHARED;
import static dev.sidegate.engine.transition.Circumstance.SHARED_PROOF;
import static dev.sidegate.engine.transition.Circumstance.SOLE_PROOF;
import static dev.sidegate.engine.transition.Circumstance.UNOPPOSED;
import static dev.sidegate.engine.transition.Circumstance.UNRESOLVED;
import static dev.sidegate.engine.transition.Circumstance.UNTOLD;

import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.transition.TransitionTable.Rows;
import java.util.EnumSet;
import java.util.Set;

/** What may become of an intent, and why. Read with DESIGN.md, sections 3 and 5. */
public final class IntentTransitions {
  private static final String PROOF = "a normal return or a receipt is proof";
  private static final String STICKY = "law 3: doubt is sticky";
  private static final String NOT_STARTED = "law 2: its own process knows that nothing started";
  private static final String LAW_12 = "law 12: late evidence overwrites nothing";
  private static final String NOT_AS_ALLOWED = "law 7: what is stored is not what was allowed";
  private static final String GOES_ON = "the dispatcher goes on";
  private static final String ANOTHER_POLICY = "law 7: the policy is another one now";
  private static final String LOST = "what a failover lost may have run: it is doubt";
  private static final String NEW_INTENT = "law 10: a new intent corrects it";
  private static final String PERSON = "law 12: compare-and-set on the version the person saw";

  /** Every transition of an intent. */
  public static final TransitionTable<IntentState, IntentEvent> TABLE =
      approval(lost(late(decided(doubted(running(new Rows<>())))))).table();

  private IntentTransitions() {}

  /** An attempt runs, and how it ends. */
  private static Rows<IntentState, IntentEvent> running(Rows<IntentState, IntentEvent> rows) {
    rows.begin(IntentEvent.CLAIMED, PROCESSING, "law 1: a durable claim comes first")
        .allow(FAILED_RETRYABLE, IntentEvent.CLAIMED, UNOPPOSED, PROCESSING, "budget is left")
        .allow(PROCESSING, IntentEvent.LEASE_EXPIRED, UNKNOWN, "law 2: never back to free")
        .allow(PROCESSING, IntentEvent.RECEIPT, PROCESSING, "kept before the body returns");
    return ends(rows, PROCESSING);
  }

  /** Nobody knows; the attempt's own word, a repetition, the provider. */
  private static Rows<IntentState, IntentEvent> doubted(Rows<IntentState, IntentEvent> rows) {
    rows.allow(
            UNKNOWN, IntentEvent.CLAIMED, REPEATED, PROCESSING, "law 3: with the same action key")
        .allow(UNKNOWN, IntentEvent.RECEIPT, SOLE_PROOF, COMPLETED, PROOF)
        .allow(UNKNOWN, IntentEvent.RECEIPT, SHARED_PROOF, UNKNOWN, "settle judges")
        .allow(UNKNOWN, IntentEvent.RECONCILED, FOUND, COMPLETED, "a receipt is proof")
        .allow(UNKNOWN, IntentEvent.RECONCILED, GONE, FAILED_RETRYABLE, "proven for each")
        .allow(UNKNOWN, IntentEvent.RECONCILED, UNTOLD, UNKNOWN, "law 4");
    return ends(rows, UNKNOWN);
  }

  /**
   * How an attempt ends, by its own word: while it runs, or after its lease while none came later.
   */
  private static Rows<IntentState, IntentEvent> ends(
      Rows<IntentState, IntentEvent> rows, IntentState from) {
    return rows.allow(from, IntentEvent.COMPLETED, RESOLVED, COMPLETED, PROOF)
        .allow(from, IntentEvent.COMPLETED, UNRESOLVED, UNKNOWN, STICKY)
        .allow(from, IntentEvent.RETRYABLE, PROVEN, FAILED_RETRYABLE, "proven not applied")
        .allow(from, IntentEvent.RETRYABLE, SHARED, UNKNOWN, STICKY)
        .allow(from, IntentEvent.TERMINAL, ALONE, FAILED_TERMINAL, "proven not applied")
        .allow(from, IntentEvent.TERMINAL, SHARED, UNKNOWN, STICKY)
        .allow(from, IntentEvent.DOUBT, UNKNOWN, "law 4: no answer proves non-execution")
        .allow(from, IntentEvent.HANDED_BACK, PROVEN, FAILED_RETRYABLE, NOT_STARTED)
        .allow(from, IntentEvent.HANDED_BACK, SHARED, UNKNOWN, NOT_STARTED)
        .allow(from, IntentEvent.POSTPONED, PROVEN, FAILED_RETRYABLE, "nothing left")
        .allow(from, IntentEvent.POSTPONED, SHARED, UNKNOWN, STICKY);
  }

  private static Rows<IntentState, IntentEvent> decided(Rows<IntentState, IntentEvent> rows) {
    rows.allow(UNKNOWN, IntentEvent.DECIDED_APPLIED, COMPLETED, PERSON)
        .allow(UNKNOWN, IntentEvent.DECIDED_NOT_APPLIED, BY_CALLERS, FAILED_RETRYABLE, PERSON)
        .allow(UNKNOWN, IntentEvent.DECIDED_ABANDON, ABANDONED, PERSON);
    for (IntentState failed : EnumSet.of(FAILED_RETRYABLE, FAILED_TERMINAL)) {
      rows.allow(failed, IntentEvent.DECIDED_APPLIED, OPPOSED, COMPLETED, PERSON)
          .allow(failed, IntentEvent.DECIDED_NOT_APPLIED, OPPOSED, failed, PERSON)
          .allow(failed, IntentEvent.DECIDED_ABANDON, OPPOSED, ABANDONED, PERSON);
    }
    return rows.allow(
            FAILED_RETRYABLE,
            IntentEvent.DECIDED_GRANT,
            GRANTED_TO_CALLERS,
            FAILED_RETRYABLE,
            "law 10")
        .allow(UNKNOWN, IntentEvent.DECIDED_GRANT, UNOPPOSED, UNKNOWN, "law 10; the doubt stays")
        .allow(UNKNOWN, IntentEvent.DECIDED_RECONCILE, UNOPPOSED, UNKNOWN, "it asks the provider")
        .allow(COMPLETED, IntentEvent.DECIDED_SUPERSEDE, UNOPPOSED, COMPLETED, NEW_INTENT)
        .allow(ABANDONED, IntentEvent.DECIDED_SUPERSEDE, UNOPPOSED, ABANDONED, NEW_INTENT)
        .allow(
            FAILED_TERMINAL, IntentEvent.DECIDED_SUPERSEDE, CORRECTING, FAILED_TERMINAL, NEW_INTENT)
        .allow(COMPLETED, IntentEvent.DECIDED_ACKNOWLEDGE, OPPOSED, COMPLETED, PERSON)
        .allow(ABANDONED, IntentEvent.DECIDED_ACKNOWLEDGE, OPPOSED, ABANDONED, PERSON);
  }

  /** Nothing is overwritten: only what holds the intent changes. */
  private static Rows<IntentState, IntentEvent> late(Rows<IntentState, IntentEvent> rows) {
    rows.allow(PROCESSING, IntentEvent.PENDING, PROCESSING, "judged when the running attempt ends")
        .allow(UNKNOWN, IntentEvent.PENDING, UNKNOWN, "its latest attempt may still speak")
        .allow(COMPLETED, IntentEvent.CONFIRMED, COMPLETED, LAW_12)
        .allow(UNKNOWN, IntentEvent.CONFIRMED, UNKNOWN, LAW_12);
    for (IntentState state :
        EnumSet.of(COMPLETED, UNKNOWN, FAILED_RETRYABLE, FAILED_TERMINAL, ABANDONED)) {
      rows.allow(state, IntentEvent.CONTRADICTED, state, LAW_12);
    }
    return rows;
  }

  /** In the steps that the claim and the end of its lease would have taken. */
  private static Rows<IntentState, IntentEvent> lost(Rows<IntentState, IntentEvent> rows) {
    rows.begin(IntentEvent.REASSERTED, PROCESSING, LOST);
    for (IntentState state : EnumSet.of(FAILED_RETRYABLE, AUTHORIZED)) {
      rows.allow(state, IntentEvent.REASSERTED, PROCESSING, LOST);
    }
    return rows.allow(PROCESSING, IntentEvent.REASSERTED, UNKNOWN, LOST)
        .allow(UNKNOWN, IntentEvent.REASSERTED, UNKNOWN, LOST);
  }

  /** People who decide before, and a dispatcher that runs after. */
  private static Rows<IntentState, IntentEvent> approval(Rows<IntentState, IntentEvent> rows) {
    rows.begin(IntentEvent.ASKED, AWAITING_HUMAN, "law 7: what was approved is what runs")
        .begin(IntentEvent.QUEUED, AUTHORIZED, "no approval is demanded")
        .begin(IntentEvent.QUEUED_WITH_WINDOW, AUTHORIZED, "law 8: not before its window ends")
        .begin(IntentEvent.PASSED_BY_RULE, AUTHORIZED, "law 8: the rule's answer is recorded")
        .allow(AWAITING_HUMAN, IntentEvent.APPROVED, AUTHORIZED, "law 7: consumed once")
        .allow(AWAITING_HUMAN, IntentEvent.REJECTED, REJECTED, "a person said no; nothing ran")
        .allow(AWAITING_HUMAN, IntentEvent.CANCELLED, CANCELLED, "withdrawn; nothing ran")
        .allow(AWAITING_HUMAN, IntentEvent.EXPIRED, EXPIRED, "too late; nothing ran")
        .allow(
            AUTHORIZED, IntentEvent.CANCELLED, CANCELLED, "withdrawn in its window; nothing ran");
    for (IntentEvent around :
        EnumSet.of(
            IntentEvent.APPROVAL_VOTED,
            IntentEvent.DECISION_REFUSED,
            IntentEvent.APPROVAL_VOIDED,
            IntentEvent.ASKED_AGAIN)) {
      rows.allow(AWAITING_HUMAN, around, AWAITING_HUMAN, "the question goes on");
    }
    return dispatched(rows)
        .allow(AUTHORIZED, IntentEvent.ASKED_AGAIN, AWAITING_HUMAN, ANOTHER_POLICY)
        .allow(FAILED_RETRYABLE, IntentEvent.ASKED_AGAIN, AWAITING_HUMAN, ANOTHER_POLICY)
        .allow(FAILED_RETRYABLE, IntentEvent.QUEUED, AUTHORIZED, "a dispatcher runs it now")
        .allow(
            AUTHORIZED, IntentEvent.DISPATCHED, PROCESSING, "its compare-and-set permits to send")
        .allow(UNKNOWN, IntentEvent.DISPATCHED, REPEATED, PROCESSING, "as a claim out of doubt")
        .allow(UNKNOWN, IntentEvent.RECONCILED, GONE_DISPATCHED, AUTHORIZED, "proven for each")
        .allow(UNKNOWN, IntentEvent.DECIDED_NOT_APPLIED, BY_DISPATCHER, AUTHORIZED, PERSON);
  }

  /** What the dispatcher goes on with by itself, and what it cannot. */
  private static Rows<IntentState, IntentEvent> dispatched(Rows<IntentState, IntentEvent> rows) {
    for (IntentState from : EnumSet.of(PROCESSING, UNKNOWN)) {
      rows.allow(from, IntentEvent.RETRYABLE, PROVEN_DISPATCHED, AUTHORIZED, GOES_ON)
          .allow(from, IntentEvent.POSTPONED, PROVEN_DISPATCHED, AUTHORIZED, GOES_ON)
          .allow(from, IntentEvent.HANDED_BACK, PROVEN_DISPATCHED, AUTHORIZED, NOT_STARTED)
          .allow(from, IntentEvent.HELD, ALONE, AUTHORIZED, NOT_AS_ALLOWED)
          .allow(from, IntentEvent.HELD, SHARED, UNKNOWN, NOT_AS_ALLOWED);
    }
    return rows.allow(AUTHORIZED, IntentEvent.HELD, AUTHORIZED, "its budget or its yes is gone")
        .allow(AUTHORIZED, IntentEvent.DECIDED_GRANT, AUTHORIZED, "a person releases it")
        .allow(
            FAILED_RETRYABLE,
            IntentEvent.DECIDED_GRANT,
            GRANTED_DISPATCHED,
            AUTHORIZED,
            "law 10; the dispatcher goes on");
  }

  /** What a person may say of an intent as it stands. */
  public static Set<IntentEvent> decisions(IntentState state, Set<Fact> facts) {
    Set<IntentEvent> allowed = EnumSet.noneOf(IntentEvent.class);
    for (IntentEvent event : IntentEvent.values()) {
      if (event.isDecision() && TABLE.after(state, event, facts).isPresent()) {
        allowed.add(event);
      }
    }
    return allowed;
  }
}
