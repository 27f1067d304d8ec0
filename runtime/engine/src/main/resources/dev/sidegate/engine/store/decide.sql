-- A person's decision about one intent: compare-and-set on the version seen, once per decision id.
--
-- One statement, so that decision, intent, attempts, evidence and audit event are one commit. Which
-- decision is allowed where, and what it leads to, is IntentTransitions' table. Whoever says what
-- happened takes the lease's owner away: an attempt that still reports is late from now on, and
-- moves nothing (law 12). Proof that waited is judged by what the person says.
-- Indexes: operator_decision_pkey, intent_pkey, intent_identity, attempt_pkey, late_evidence_pkey.
WITH known AS MATERIALIZED (
  SELECT i.*, clock_timestamp() AS at,
    i.state = 'UNKNOWN'
      OR i.state IN ('FAILED_RETRYABLE', 'FAILED_TERMINAL') AND i.hold_reason = 'contradicted'
      AS open,
    i.hold_reason IS NOT DISTINCT FROM 'contradicted' AS contradicted,
    sidegate.hold(i) AS hold
  FROM sidegate.intent i
  WHERE i.operation = :operation::uuid AND i.version = :seen::bigint
    AND NOT EXISTS (
      SELECT FROM sidegate.operator_decision d WHERE d.decision = :decision::uuid)
  FOR UPDATE
),
locked AS MATERIALIZED (
  SELECT k.operation, k.state AS from_state, k.at, k.pending_evidence, k.idempotent,
    CASE :kind::text
      WHEN 'APPLIED' THEN 'COMPLETED'
      WHEN 'ABANDON' THEN 'ABANDONED'
      WHEN 'NOT_APPLIED' THEN CASE
        WHEN k.state <> 'UNKNOWN' THEN k.state
        -- The dispatcher goes on with what is its own, while there is budget.
        WHEN k.queued AND k.attempts < k.max_attempts AND k.deadline > k.at THEN 'AUTHORIZED'
        ELSE 'FAILED_RETRYABLE' END
      WHEN 'GRANT' THEN CASE
        WHEN k.state = 'FAILED_RETRYABLE' AND k.queued
          AND k.attempts < k.max_attempts + :attempts::integer
          AND greatest(k.deadline, k.at + :deadline_millis::bigint * interval '1 ms') > k.at
        THEN 'AUTHORIZED' ELSE k.state END
      ELSE k.state
    END AS to_state,
    :kind::text IN ('APPLIED', 'ABANDON', 'NOT_APPLIED') AS says_what_happened
  FROM known k
  WHERE CASE :kind::text
    WHEN 'GRANT' THEN NOT k.contradicted
      -- What waits for its worker is released where something holds it.
      AND (k.state IN ('FAILED_RETRYABLE', 'UNKNOWN')
        OR k.state = 'AUTHORIZED' AND k.hold IS NOT NULL)
    WHEN 'RECONCILE' THEN k.state = 'UNKNOWN' AND NOT k.contradicted
    WHEN 'SUPERSEDE' THEN NOT k.contradicted
      AND (k.state IN ('COMPLETED', 'ABANDONED') OR k.corrects IS NOT NULL
        AND k.state IN ('REJECTED', 'EXPIRED', 'CANCELLED', 'FAILED_TERMINAL'))
      -- An older generation's payload gets that one's answer, and a later one stands before it.
      AND NOT EXISTS (
        SELECT FROM sidegate.intent o
        WHERE o.scope = k.scope AND o.effect = k.effect AND o.key = k.key
          AND (o.generation > k.generation OR o.payload_hash = :payload_hash::bytea))
    WHEN 'ACKNOWLEDGE' THEN k.contradicted
      AND k.state IN ('COMPLETED', 'ABANDONED', 'REJECTED', 'EXPIRED', 'CANCELLED')
    ELSE k.open
  END
),
judged AS (
  UPDATE sidegate.late_evidence e SET
    verdict = CASE WHEN l.to_state = 'COMPLETED'
        AND (l.idempotent OR coalesce(e.receipt = :receipt::text, true))
      THEN 'CONFIRMED' ELSE 'CONTRADICTED' END
  FROM locked l
  WHERE l.pending_evidence > 0 AND l.says_what_happened
    AND e.intent = :operation::uuid AND e.verdict IS NULL
  RETURNING e.verdict
),
moved AS (
  UPDATE sidegate.intent i SET
    state = l.to_state,
    version = i.version + 1,
    lease_owner = CASE WHEN NOT l.says_what_happened THEN i.lease_owner END,
    expires_at = CASE WHEN NOT l.says_what_happened THEN i.expires_at END,
    unresolved = CASE :kind::text WHEN 'APPLIED' THEN 0 WHEN 'NOT_APPLIED' THEN 0
                 ELSE i.unresolved END,
    max_attempts = i.max_attempts + coalesce(:attempts::integer, 0),
    deadline = greatest(i.deadline, l.at + :deadline_millis::bigint * interval '1 ms'),
    next_try_at = CASE WHEN NOT l.says_what_happened THEN i.next_try_at END,
    doubt_since = CASE WHEN NOT l.says_what_happened THEN i.doubt_since END,
    reconciler = coalesce(:reconciler::text, i.reconciler),
    next_probe_at = CASE WHEN :kind::text = 'RECONCILE' THEN l.at
                    WHEN NOT l.says_what_happened THEN i.next_probe_at END,
    probes = CASE WHEN l.says_what_happened OR :kind::text = 'RECONCILE' THEN 0
             ELSE i.probes END,
    pending_evidence = CASE WHEN l.says_what_happened THEN 0 ELSE i.pending_evidence END,
    hold_reason = CASE
      WHEN EXISTS (SELECT FROM judged j WHERE j.verdict = 'CONTRADICTED') THEN 'contradicted'
      WHEN :kind::text = 'SUPERSEDE' THEN i.hold_reason
      WHEN :kind::text = 'GRANT' AND i.hold_reason <> 'exhausted' AND l.to_state <> 'AUTHORIZED'
      THEN i.hold_reason
      WHEN :kind::text = 'NOT_APPLIED' AND l.to_state = 'FAILED_RETRYABLE'
        AND (i.attempts >= i.max_attempts OR i.deadline <= l.at) THEN 'exhausted' END,
    -- The attempt keeps what it had as its receipt.
    receipt = CASE WHEN :kind::text = 'NOT_APPLIED' THEN NULL
              ELSE coalesce(:receipt::text, i.receipt) END,
    reason = CASE WHEN l.says_what_happened THEN :reason::text ELSE i.reason END,
    changed_at = l.at,
    audit_sequence = i.audit_sequence + 1,
    audit_head = sidegate.audit_hash(i.audit_head, i.operation, i.audit_sequence + 1, l.at,
      session_user, 'DECIDED_' || :kind::text, l.from_state, l.to_state, i.last_attempt,
      :detail::text)
  FROM locked l
  WHERE i.operation = l.operation AND i.operation = :operation::uuid
  RETURNING i.*, l.from_state
),
resolved AS (
  UPDATE sidegate.attempt a
  SET state = CASE :kind::text WHEN 'APPLIED' THEN 'COMPLETED' ELSE 'NOT_APPLIED' END
  FROM moved m
  WHERE a.intent = m.operation AND a.intent = :operation::uuid
    AND (:kind::text IN ('APPLIED', 'NOT_APPLIED') AND a.state = 'UNKNOWN'
      -- The failure was proven, and its own proof opposes that.
      OR :kind::text = 'APPLIED' AND a.state = 'NOT_APPLIED' AND EXISTS (
        SELECT FROM sidegate.late_evidence e
        WHERE e.intent = :operation::uuid AND e.attempt = a.number
          AND e.kind IN ('COMPLETED', 'RECEIPT')))
),
decided AS (
  INSERT INTO sidegate.operator_decision (
    decision, intent, kind, seen, receipt, reason, attempts, deadline, payload_hash, reconciler)
  SELECT :decision::uuid, m.operation, :kind::text, :seen::bigint, :receipt::text, :reason::text,
    :attempts::integer, CASE :kind::text WHEN 'GRANT' THEN m.deadline END, :payload_hash::bytea,
    :reconciler::text
  FROM moved m
),
recorded AS (
  INSERT INTO sidegate.audit_event (
    chain, sequence, at, actor, kind, from_state, to_state, attempt, detail, hash)
  SELECT m.operation, m.audit_sequence, m.changed_at, session_user, 'DECIDED_' || :kind::text,
    m.from_state, m.state, m.last_attempt, :detail::text, m.audit_head
  FROM moved m
)
SELECT
  CASE
    WHEN EXISTS (SELECT FROM moved) THEN 'DECIDED'
    WHEN d.intent = :operation::uuid AND d.kind = :kind::text THEN 'DECIDED_BEFORE'
    WHEN d.decision IS NOT NULL THEN 'OTHER_DECISION'
    WHEN i.operation IS NULL THEN 'NOT_FOUND'
    ELSE 'MOVED'
  END AS verdict
FROM (SELECT) one
LEFT JOIN sidegate.operator_decision d ON d.decision = :decision::uuid
LEFT JOIN sidegate.intent i ON i.operation = :operation::uuid
