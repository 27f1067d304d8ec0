package dev.sidegate.engine.transition;

/** What happens to an intent; the audit's kinds. */
public enum IntentEvent {
  /** A caller got the right to run an attempt. */
  CLAIMED,
  /** The body returned, or gave a receipt. */
  COMPLETED,
  /** The attempt is proven not to have applied; another may follow. */
  RETRYABLE,
  /** The attempt is proven not to have applied; none follows. */
  TERMINAL,
  /** Nobody knows what the attempt did. */
  DOUBT,
  /** The body did not start. */
  HANDED_BACK,
  /** A call inside the body was held, and nothing had left. */
  POSTPONED,
  /** The time of the right to run ended. */
  LEASE_EXPIRED,
  /** The provider's proof was kept. */
  RECEIPT,
  /** An earlier attempt's proof waits for the running one's end. */
  PENDING,
  /** A late proof agrees. */
  CONFIRMED,
  /** Late evidence opposes. */
  CONTRADICTED,
  /** A failover or a restore lost the claim; its process wrote it again. */
  REASSERTED,
  /** The provider was asked. */
  RECONCILED,
  /** A person says that it happened. */
  DECIDED_APPLIED,
  /** A person says that it did not. */
  DECIDED_NOT_APPLIED,
  /** A person says that nobody will find out. */
  DECIDED_ABANDON,
  /** A person gave more budget. */
  DECIDED_GRANT,
  /** A person lets one other payload correct it. */
  DECIDED_SUPERSEDE,
  /** A person lets another reconciler settle the doubt. */
  DECIDED_RECONCILE,
  /** A person has seen the contradiction. */
  DECIDED_ACKNOWLEDGE,
  /** A person is asked whether it may run. */
  ASKED,
  /** It waits for its worker. */
  QUEUED,
  /** It waits for its worker, and may be withdrawn until then. */
  QUEUED_WITH_WINDOW,
  /** A rule of its policy let it pass; it waits for its worker. */
  PASSED_BY_RULE,
  /** The yes, or the question for it, was one of an older policy. */
  ASKED_AGAIN,
  /** A person voted; more votes are needed. */
  APPROVAL_VOTED,
  /** A person who may not decide tried to. */
  DECISION_REFUSED,
  /** The policy changed while the question was open. */
  APPROVAL_VOIDED,
  /** A person said yes. */
  APPROVED,
  /** A person said no. */
  REJECTED,
  /** It was withdrawn before it was sent. */
  CANCELLED,
  /** Nobody decided in time. */
  EXPIRED,
  /** A dispatcher got the right to run an attempt. */
  DISPATCHED,
  /** It cannot be run as it stands, and waits for a person. */
  HELD;

  /** Whether a person says it. */
  public boolean isDecision() {
    return name().startsWith("DECIDED_");
  }
}
