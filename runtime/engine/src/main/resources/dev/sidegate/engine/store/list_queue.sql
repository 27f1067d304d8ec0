-- An intent's entry in the queue. Index: effect_outbox_pkey.
SELECT o.state, o.order_key, o.queued_at,
  CASE WHEN o.not_before < 'infinity' THEN o.not_before END AS not_before
FROM sidegate.effect_outbox o
WHERE o.intent = :operation::uuid
