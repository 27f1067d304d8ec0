package dev.sidegate.engine.transition;

import static dev.sidegate.engine.transition.AttemptState.COMPLETED;
import static dev.sidegate.engine.transition.AttemptState.HANDED_BACK;
import static dev.sidegate.engine.transition.AttemptState.NOT_APPLIED;
import static dev.sidegate.engine.transition.AttemptState.RUNNING;
import static dev.sidegate.engine.transition.AttemptState.UNKNOWN;

import dev.sidegate.engine.transition.TransitionTable.Rows;
import java.util.EnumSet;

/** What may become of an attempt. Its intent is the join over all of them (law 3). */
public final class AttemptTransitions {
  private static final String OWN_WORD = "its own word, after its lease, while none came later";

  /** Every transition of an attempt. */
  public static final TransitionTable<AttemptState, IntentEvent> TABLE = table();

  private AttemptTransitions() {}

  private static TransitionTable<AttemptState, IntentEvent> table() {
    Rows<AttemptState, IntentEvent> rows = new Rows<>();
    rows.begin(IntentEvent.CLAIMED, RUNNING, "law 1: a durable claim comes first")
        .allow(RUNNING, IntentEvent.COMPLETED, COMPLETED, "a normal return is proof")
        .allow(RUNNING, IntentEvent.DOUBT, UNKNOWN, "law 4: no answer proves non-execution")
        .allow(RUNNING, IntentEvent.LEASE_EXPIRED, UNKNOWN, "law 2: a committed claim has started")
        .allow(RUNNING, IntentEvent.HANDED_BACK, HANDED_BACK, "its own process knows")
        .allow(UNKNOWN, IntentEvent.COMPLETED, COMPLETED, OWN_WORD)
        .allow(UNKNOWN, IntentEvent.RECEIPT, COMPLETED, OWN_WORD)
        .allow(UNKNOWN, IntentEvent.HANDED_BACK, HANDED_BACK, OWN_WORD)
        .allow(UNKNOWN, IntentEvent.RECONCILED, Circumstance.FOUND, COMPLETED, "a lookup")
        .allow(UNKNOWN, IntentEvent.RECONCILED, Circumstance.GONE, NOT_APPLIED, "a lookup")
        .allow(UNKNOWN, IntentEvent.DECIDED_APPLIED, COMPLETED, "a person says so")
        .allow(UNKNOWN, IntentEvent.DECIDED_NOT_APPLIED, NOT_APPLIED, "a person says so")
        .allow(
            NOT_APPLIED,
            IntentEvent.DECIDED_APPLIED,
            COMPLETED,
            "its own late proof opposed the failure, and a person agrees with it");
    for (IntentEvent failure :
        EnumSet.of(IntentEvent.RETRYABLE, IntentEvent.TERMINAL, IntentEvent.POSTPONED)) {
      rows.allow(RUNNING, failure, NOT_APPLIED, "proven for this attempt")
          .allow(UNKNOWN, failure, NOT_APPLIED, OWN_WORD);
    }
    return rows.table();
  }
}
