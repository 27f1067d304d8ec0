-- More budget for many intents at once, as after an outage: every one of the effect and scope that
-- is held because its budget is used up. Each gets its own decision and its own audit event.
--
-- A decision's id is made of the batch's and the operation's, so a repeated batch grants once. The
-- version seen is the one under the lock; rows are locked in (scope, effect, key) order, a bounded
-- number at a time, and what somebody else moves just now is left to the next call.
-- Indexes: intent_open, intent_pkey, operator_decision_pkey.
WITH held AS MATERIALIZED (
  SELECT i.operation, i.version AS seen, clock_timestamp() AS at, i.state AS from_state,
    -- The dispatcher goes on with what is its own.
    CASE WHEN i.state = 'FAILED_RETRYABLE' AND i.queued
        AND i.attempts < i.max_attempts + :attempts::integer
        AND greatest(i.deadline, clock_timestamp() + :deadline_millis::bigint * interval '1 ms')
          > clock_timestamp()
      THEN 'AUTHORIZED' ELSE i.state END AS to_state,
    md5(:batch::text || i.operation)::uuid AS decision
  FROM sidegate.intent i
  WHERE i.state IN ('FAILED_RETRYABLE', 'UNKNOWN', 'AUTHORIZED')
    AND sidegate.hold(i) = 'exhausted'
    AND (:effect::text IS NULL OR i.effect = :effect::text)
    AND (:scope::text IS NULL OR i.scope = :scope::text)
    AND NOT EXISTS (
      SELECT FROM sidegate.operator_decision d
      WHERE d.decision = md5(:batch::text || i.operation)::uuid)
  ORDER BY i.scope, i.effect, i.key
  LIMIT :most::integer
  FOR UPDATE OF i SKIP LOCKED
),
granted AS (
  UPDATE sidegate.intent i SET
    state = h.to_state,
    version = i.version + 1,
    max_attempts = i.max_attempts + :attempts::integer,
    deadline = greatest(i.deadline, h.at + :deadline_millis::bigint * interval '1 ms'),
    hold_reason = NULL,
    changed_at = h.at,
    audit_sequence = i.audit_sequence + 1,
    audit_head = sidegate.audit_hash(i.audit_head, i.operation, i.audit_sequence + 1, h.at,
      session_user, 'DECIDED_GRANT', h.from_state, h.to_state, i.last_attempt, :detail::text)
  FROM held h
  WHERE i.operation = h.operation AND i.operation = ANY (ARRAY(SELECT operation FROM held))
  RETURNING i.*, h.seen, h.decision, h.from_state
),
decided AS (
  INSERT INTO sidegate.operator_decision (
    decision, intent, kind, seen, reason, attempts, deadline)
  SELECT g.decision, g.operation, 'GRANT', g.seen, :reason::text, :attempts::integer, g.deadline
  FROM granted g
),
recorded AS (
  INSERT INTO sidegate.audit_event (
    chain, sequence, at, actor, kind, from_state, to_state, attempt, detail, hash)
  SELECT g.operation, g.audit_sequence, g.changed_at, session_user, 'DECIDED_GRANT',
    g.from_state, g.state, g.last_attempt, :detail::text, g.audit_head
  FROM granted g
)
SELECT g.operation FROM granted g ORDER BY g.scope, g.effect, g.key
