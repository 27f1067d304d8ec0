package dev.sidegate.engine.transition;

import static dev.sidegate.engine.transition.OutboxState.CANCELLED;
import static dev.sidegate.engine.transition.OutboxState.COMPLETED;
import static dev.sidegate.engine.transition.OutboxState.FAILED;
import static dev.sidegate.engine.transition.OutboxState.PARKED;
import static dev.sidegate.engine.transition.OutboxState.PENDING;
import static dev.sidegate.engine.transition.OutboxState.SENDING;
import static dev.sidegate.engine.transition.OutboxState.UNKNOWN;

import dev.sidegate.engine.transition.TransitionTable.Rows;

/** What may become of an outbox entry. It follows its intent and permits nothing by itself. */
public final class OutboxTransitions {
  /** Every transition of an outbox entry. */
  public static final TransitionTable<OutboxState, OutboxEvent> TABLE =
      new Rows<OutboxState, OutboxEvent>()
          .begin(OutboxEvent.QUEUED, PENDING, "law 7: in the commit that authorises the intent")
          .allow(
              PENDING, OutboxEvent.DISPATCHED, SENDING, "the intent's compare-and-set permits it")
          .allow(PENDING, OutboxEvent.WITHDRAWN, CANCELLED, "its intent is no longer AUTHORIZED")
          .allow(PENDING, OutboxEvent.HELD, PARKED, "no target, undecodable, policy changed")
          .allow(SENDING, OutboxEvent.COMPLETED, COMPLETED, "a normal return is proof")
          .allow(SENDING, OutboxEvent.TO_TRY_AGAIN, PENDING, "nothing applied; budget is left")
          .allow(SENDING, OutboxEvent.FAILED, FAILED, "proven not applied; none follows")
          .allow(SENDING, OutboxEvent.DOUBTED, UNKNOWN, "law 2, law 4")
          .allow(SENDING, OutboxEvent.HELD, PARKED, "its budget is used up, or law 7 holds it")
          .allow(UNKNOWN, OutboxEvent.DISPATCHED, SENDING, "keyed inside the window, or idempotent")
          .allow(UNKNOWN, OutboxEvent.FOUND_APPLIED, COMPLETED, "a lookup, or a person")
          .allow(UNKNOWN, OutboxEvent.FOUND_NOT_APPLIED, PENDING, "a lookup, or a person")
          .allow(UNKNOWN, OutboxEvent.FAILED, FAILED, "its attempt's own late word")
          .allow(UNKNOWN, OutboxEvent.ABANDONED, CANCELLED, "a person gave up on the doubt")
          .allow(UNKNOWN, OutboxEvent.HELD, PARKED, "doubt past its limit, conflict, contradicted")
          .allow(PARKED, OutboxEvent.RELEASED, PENDING, "a person granted, or mended the cause")
          .allow(PARKED, OutboxEvent.DOUBTED, UNKNOWN, "a person granted; the doubt stays")
          .allow(PARKED, OutboxEvent.FAILED, FAILED, "its attempt's own late word")
          .allow(PARKED, OutboxEvent.WITHDRAWN, CANCELLED, "a person withdrew it")
          .allow(PARKED, OutboxEvent.FOUND_APPLIED, COMPLETED, "a person says that it happened")
          .allow(PARKED, OutboxEvent.ABANDONED, CANCELLED, "a person gave up on the doubt")
          .allow(FAILED, OutboxEvent.FOUND_APPLIED, COMPLETED, "a person corrects what is opposed")
          .allow(FAILED, OutboxEvent.ABANDONED, CANCELLED, "a person gave up on what is opposed")
          .allow(CANCELLED, OutboxEvent.QUEUED, PENDING, "a new yes, after the policy had changed")
          .table();

  private OutboxTransitions() {}
}
