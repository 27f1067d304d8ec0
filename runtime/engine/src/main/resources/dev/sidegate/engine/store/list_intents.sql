-- Intents, newest first (operation ids begin with their time), a page at a time.
-- Index: intent_pkey, backwards; with an open state also intent_open.
SELECT i.operation, i.scope, i.effect, i.key, i.generation, i.state,
  sidegate.hold(i) AS hold_reason, i.version,
  i.attempts, i.max_attempts, i.unresolved, i.receipt, i.failure_class, i.failure, i.reason,
  i.corrects, i.next_try_at, i.deadline, i.expires_at, i.opened_at, i.changed_at,
  encode(i.payload_hash, 'hex') AS payload_hash
FROM sidegate.intent i
WHERE (:state::text IS NULL OR i.state = :state::text)
  AND (:operation::uuid IS NULL OR i.operation = :operation::uuid)
  AND (:before::uuid IS NULL OR i.operation < :before::uuid)
ORDER BY i.operation DESC
LIMIT :most::integer
