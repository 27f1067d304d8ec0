-- Ends a lookup: what the provider said moves the intent, or somebody else has moved it before.
--
-- One statement, so that probe, intent, attempts and audit event are one commit. Compare-and-set on
-- the probe's owner and the intent's version (law 12): after a decision, a late proof or another
-- attempt the verdict stands in the probe alone. Whatever the caller asks for, a doubt is completed
-- only by "applied", and only what "not applied" proves becomes a failure (law 3): the lookup began
-- when no attempt could send any more.
-- Locks: the intent, then its probe.
-- Indexes: intent_pkey, reconciliation_probe_pkey, attempt_pkey.
WITH locked AS MATERIALIZED (
  SELECT i.*, clock_timestamp() AS at
  FROM sidegate.intent i
  WHERE i.operation = :operation::uuid
  FOR UPDATE
),

probe AS MATERIALIZED (
  SELECT p.*
  FROM locked l
  CROSS JOIN LATERAL (
    SELECT p.number, p.seen, p.silent, p.reconciler FROM sidegate.reconciliation_probe p
    WHERE p.intent = l.operation AND p.owner = :owner::uuid AND p.ended_at IS NULL
    FOR UPDATE) p
),

decided AS MATERIALIZED (
  SELECT l.operation, l.at, p.number,
    -- The dispatcher goes on with what is its own, while there is budget.
    CASE WHEN :to_state::text = 'FAILED_RETRYABLE' AND l.queued
        AND l.attempts < l.max_attempts AND l.deadline > l.at THEN 'AUTHORIZED'
      ELSE :to_state::text END AS to_state
  FROM locked l CROSS JOIN probe p
  WHERE l.state = 'UNKNOWN' AND l.version = p.seen AND l.hold_reason IS NULL
    AND CASE :to_state::text
      WHEN 'COMPLETED' THEN :verdict::text = 'APPLIED'
      WHEN 'FAILED_RETRYABLE' THEN :verdict::text = 'NOT_APPLIED' AND p.silent
      ELSE :to_state::text = 'UNKNOWN'
    END
),

moved AS (
  UPDATE sidegate.intent i SET
    state = d.to_state,
    version = i.version
      + CASE WHEN d.to_state = 'UNKNOWN' AND :hold::text IS NULL THEN 0 ELSE 1 END,
    lease_owner = CASE d.to_state WHEN 'UNKNOWN' THEN i.lease_owner END,
    expires_at = CASE d.to_state WHEN 'UNKNOWN' THEN i.expires_at END,
    unresolved = CASE d.to_state WHEN 'UNKNOWN' THEN i.unresolved ELSE 0 END,
    doubt_since = CASE WHEN d.to_state IN ('FAILED_RETRYABLE', 'AUTHORIZED') THEN NULL ELSE i.doubt_since END,
    hold_reason = CASE
      WHEN d.to_state NOT IN ('FAILED_RETRYABLE', 'AUTHORIZED') THEN :hold::text
      WHEN i.attempts >= i.max_attempts OR i.deadline <= d.at THEN 'exhausted' END,
    next_try_at = CASE
      WHEN :claimable::boolean OR d.to_state IN ('FAILED_RETRYABLE', 'AUTHORIZED') THEN d.at
      WHEN d.to_state = 'UNKNOWN' THEN i.next_try_at END,
    next_probe_at = CASE WHEN d.to_state = 'UNKNOWN' AND :hold::text IS NULL
                    THEN d.at + sidegate.probe_back_off(i.probes, i.settle_delay_millis) END,
    result = CASE d.to_state WHEN 'COMPLETED' THEN :result::bytea ELSE i.result END,
    failure_class = CASE d.to_state WHEN 'COMPLETED' THEN NULL ELSE i.failure_class END,
    failure = CASE d.to_state WHEN 'COMPLETED' THEN NULL ELSE i.failure END,
    probes = CASE WHEN d.to_state IN ('FAILED_RETRYABLE', 'AUTHORIZED') THEN 0 ELSE i.probes END,
    receipt = coalesce(CASE d.to_state WHEN 'COMPLETED' THEN :receipt::text END, i.receipt),
    reason = CASE d.to_state WHEN 'COMPLETED' THEN NULL
             ELSE coalesce(:reason::text, i.reason) END,
    changed_at = d.at,
    audit_sequence = i.audit_sequence + 1,
    audit_head = sidegate.audit_hash(i.audit_head, i.operation, i.audit_sequence + 1, d.at,
      session_user, 'RECONCILED', 'UNKNOWN', d.to_state, i.last_attempt, :detail::text)
  FROM decided d
  WHERE i.operation = d.operation AND i.operation = :operation::uuid
  RETURNING i.*
),

ended AS (
  UPDATE sidegate.reconciliation_probe p SET
    ended_at = l.at,
    verdict = :verdict::text,
    receipt = :receipt::text,
    detail = :reason::text,
    moved = EXISTS (SELECT FROM moved)
  FROM locked l CROSS JOIN probe b
  WHERE p.intent = l.operation AND p.number = b.number AND p.intent = :operation::uuid
),

resolved AS (
  UPDATE sidegate.attempt a
  SET state = CASE m.state WHEN 'COMPLETED' THEN 'COMPLETED' ELSE 'NOT_APPLIED' END
  FROM moved m
  WHERE m.state <> 'UNKNOWN' AND a.intent = m.operation AND a.state = 'UNKNOWN'
    AND a.intent = :operation::uuid
),

recorded AS (
  INSERT INTO sidegate.audit_event (
    chain, sequence, at, actor, kind, from_state, to_state, attempt, detail, hash)
  SELECT m.operation, m.audit_sequence, m.changed_at, session_user, 'RECONCILED', 'UNKNOWN',
    m.state, m.last_attempt, :detail::text, m.audit_head
  FROM moved m
)

SELECT count(*) AS moved FROM moved
