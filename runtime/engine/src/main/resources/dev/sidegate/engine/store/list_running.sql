-- Bodies in flight: claimed, not ended, wherever they run.
-- Index: intent_open.
SELECT i.operation, i.scope, i.effect, i.key, a.number, a.actor, a.started_at, i.expires_at
FROM sidegate.intent i
JOIN sidegate.attempt a ON a.intent = i.operation AND a.number = i.last_attempt
WHERE i.state = 'PROCESSING'
ORDER BY i.opened_at, i.operation
