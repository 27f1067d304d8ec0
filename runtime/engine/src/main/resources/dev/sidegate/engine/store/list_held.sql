-- The terminal queue: every intent that waits for a person, newest first, a page at a time, with
-- the class and method that own its effect.
-- Indexes: intent_open for what time holds, intent_held for what an event held, effect_policy_pkey.
SELECT i.operation, i.scope, i.effect, i.key, i.generation, i.state, i.hold AS hold_reason,
  i.version, i.attempts, i.max_attempts, i.unresolved, i.receipt, i.failure_class, i.failure,
  i.reason, i.corrects, i.next_try_at, i.deadline, i.expires_at, i.opened_at, i.changed_at,
  encode(i.payload_hash, 'hex') AS payload_hash, p.owner,
  extract(epoch FROM clock_timestamp() - coalesce(i.doubt_since, i.changed_at)) AS held_seconds
FROM (
  SELECT i.*, sidegate.hold(i) AS hold
  FROM sidegate.intent i
  WHERE i.state IN ('FAILED_RETRYABLE', 'UNKNOWN', 'AUTHORIZED') AND i.hold_reason IS NULL
  UNION ALL
  SELECT i.*, i.hold_reason AS hold
  FROM sidegate.intent i
  WHERE i.hold_reason IS NOT NULL
) i
LEFT JOIN LATERAL (
  SELECT p.owner FROM sidegate.effect_policy p WHERE p.effect = i.effect LIMIT 1) p ON true
WHERE i.hold IS NOT NULL
  AND (:effect::text IS NULL OR i.effect = :effect::text)
  AND (:before::uuid IS NULL OR i.operation < :before::uuid)
ORDER BY i.operation DESC
LIMIT :most::integer
