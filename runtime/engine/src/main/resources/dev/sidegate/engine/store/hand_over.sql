-- Hands a wish over to the dispatchers that its caller has no more patience for: it is proven not to
-- have applied, and budget is left. One statement: the intent is authorised and its entry inserted,
-- or neither (law 7). What another caller has claimed meanwhile is his.
-- Effects that need a yes never come this way: they are queued from the beginning.
-- Indexes: intent_pkey, effect_policy_pkey.
WITH locked AS MATERIALIZED (
  SELECT i.operation, i.scope, i.effect, i.next_try_at, clock_timestamp() AS at
  FROM sidegate.intent i
  WHERE i.operation = :operation::uuid AND i.state = 'FAILED_RETRYABLE' AND NOT i.queued
    AND sidegate.hold(i) IS NULL
    AND NOT EXISTS (
      SELECT FROM sidegate.effect_policy p WHERE p.effect = i.effect AND p.demands_approval)
  FOR UPDATE SKIP LOCKED
),
moved AS (
  UPDATE sidegate.intent i SET
    state = 'AUTHORIZED',
    version = i.version + 1,
    changed_at = l.at,
    audit_sequence = i.audit_sequence + 1,
    audit_head = sidegate.audit_hash(i.audit_head, i.operation, i.audit_sequence + 1, l.at,
      session_user, 'QUEUED', 'FAILED_RETRYABLE', 'AUTHORIZED', NULL, :detail::text)
  FROM locked l
  WHERE i.operation = l.operation AND i.operation = :operation::uuid
  RETURNING i.operation, i.scope, i.effect, i.next_try_at, i.changed_at, i.audit_sequence,
    i.audit_head
),
queued AS (
  INSERT INTO sidegate.effect_outbox (
    intent, effect, scope, order_key, not_before, context)
  SELECT m.operation, m.effect, m.scope, :order_key::text,
    greatest(m.next_try_at, m.changed_at), :context::text
  FROM moved m
),
recorded AS (
  INSERT INTO sidegate.audit_event (
    chain, sequence, at, actor, kind, from_state, to_state, attempt, detail, hash)
  SELECT m.operation, m.audit_sequence, m.changed_at, session_user, 'QUEUED', 'FAILED_RETRYABLE',
    'AUTHORIZED', NULL, :detail::text, m.audit_head
  FROM moved m
)
SELECT count(*) AS moved FROM moved
