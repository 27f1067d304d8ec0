-- A person's decision about a doubt: compare-and-set on the version seen, once per decision id.
--
-- One statement, so that decision, intent, attempts and audit event are one commit. The lease's
-- owner goes: an attempt that still reports is late from now on, and moves nothing (law 12).
-- Indexes: operator_decision_pkey, intent_pkey, attempt_pkey.
WITH locked AS MATERIALIZED (
  SELECT i.operation, i.state AS from_state, clock_timestamp() AS at
  FROM sidegate.intent i
  WHERE i.operation = :operation::uuid AND i.version = :seen::bigint AND i.state = 'UNKNOWN'
    AND NOT EXISTS (
      SELECT FROM sidegate.operator_decision d WHERE d.decision = :decision::uuid)
  FOR UPDATE
),
moved AS (
  UPDATE sidegate.intent i SET
    state = :to_state::text,
    version = i.version + 1,
    lease_owner = NULL,
    expires_at = NULL,
    unresolved = CASE :kind::text WHEN 'ABANDON' THEN i.unresolved ELSE 0 END,
    next_try_at = NULL,
    hold_reason = CASE WHEN :kind::text = 'NOT_APPLIED'
                    AND (i.attempts >= i.max_attempts OR i.deadline <= l.at) THEN 'exhausted' END,
    receipt = coalesce(:receipt::text, i.receipt),
    reason = :reason::text,
    changed_at = l.at,
    audit_sequence = i.audit_sequence + 1,
    audit_head = sidegate.audit_hash(i.audit_head, i.operation, i.audit_sequence + 1, l.at,
      session_user, 'DECIDED_' || :kind::text, l.from_state, :to_state::text, i.last_attempt,
      :detail::text)
  FROM locked l
  WHERE i.operation = l.operation AND i.operation = :operation::uuid
  RETURNING i.*, l.from_state
),
resolved AS (
  UPDATE sidegate.attempt a
  SET state = CASE :kind::text WHEN 'APPLIED' THEN 'COMPLETED' ELSE 'NOT_APPLIED' END
  FROM moved m
  WHERE a.intent = m.operation AND a.intent = :operation::uuid AND a.state = 'UNKNOWN'
    AND :kind::text <> 'ABANDON'
),
decided AS (
  INSERT INTO sidegate.operator_decision (decision, intent, kind, seen, receipt, reason)
  SELECT :decision::uuid, m.operation, :kind::text, :seen::bigint, :receipt::text, :reason::text
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
