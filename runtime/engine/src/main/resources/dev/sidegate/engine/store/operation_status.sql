-- How operations stand, many at once: an intent by its own id, or by the id of the request that it
-- was made from. One statement, because one thread asks for all who wait.
--
-- Indexes: outbox_request_pkey, intent_pkey, approval_intent_number_key, effect_outbox_pkey.
SELECT r.asked, q.state AS request_state, q.reason AS request_reason,
  coalesce(i.scope, q.scope) AS scope, coalesce(i.effect, q.effect) AS effect,
  coalesce(i.key, q.key) AS key, i.operation, i.state, i.version, i.generation,
  i.attempts, i.payload_hash, i.payload_algorithm, i.payload_schema, i.result, i.receipt, i.failure,
  CASE
    WHEN k.id IS NOT NULL THEN 'waits for ' || k.role || ' until '
      || to_char(k.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    ELSE coalesce(nullif(i.hold, 'undetermined'), i.reason)
  END AS reason,
  i.hold,
  CASE i.state WHEN 'AUTHORIZED' THEN e.not_before ELSE i.next_try_at END AS next_try_at
FROM (SELECT DISTINCT a.asked FROM unnest(:ids::uuid[]) a (asked)) r
LEFT JOIN LATERAL (
  SELECT * FROM sidegate.outbox_request q WHERE q.id = r.asked LIMIT 1) q ON true
LEFT JOIN LATERAL (
  SELECT i.*, sidegate.hold(i) AS hold FROM sidegate.intent i
  WHERE i.operation = coalesce(q.intent, r.asked) LIMIT 1) i ON true
LEFT JOIN LATERAL (
  SELECT * FROM sidegate.approval k WHERE k.intent = i.operation AND k.state = 'OPEN'
  ORDER BY k.number DESC LIMIT 1) k ON i.state = 'AWAITING_HUMAN'
LEFT JOIN LATERAL (
  SELECT * FROM sidegate.effect_outbox e WHERE e.intent = i.operation LIMIT 1)
  e ON i.state = 'AUTHORIZED'
WHERE q.id IS NOT NULL OR i.operation IS NOT NULL
