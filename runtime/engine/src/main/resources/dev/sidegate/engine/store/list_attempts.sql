-- The attempts of one intent. Index: attempt_pkey.
SELECT a.number, a.state, a.actor, a.started_at, a.ended_at, a.receipt, a.failure_class, a.failure,
  a.message, a.provider_request_ids, a.watched, a.can_send, a.requests
FROM sidegate.attempt a
WHERE a.intent = :operation::uuid
ORDER BY a.number
