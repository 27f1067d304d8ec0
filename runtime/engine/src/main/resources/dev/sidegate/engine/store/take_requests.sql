-- Takes requests of the effects that this process knows, a bounded number, each for a while: whoever
-- dies over one leaves it to the next, and nobody waits for a row that somebody else holds.
--
-- Index: outbox_request_due, then outbox_request_pkey.
WITH due AS MATERIALIZED (
  SELECT q.id
  FROM unnest(:effects::text[]) e (effect)
  CROSS JOIN LATERAL (
    SELECT r.id, r.next_try_at FROM sidegate.outbox_request r
    WHERE r.effect = e.effect COLLATE "C" AND r.state = 'PENDING'
      AND r.next_try_at <= clock_timestamp()
    ORDER BY r.next_try_at
    LIMIT :most::integer
    FOR UPDATE SKIP LOCKED) q
  ORDER BY q.next_try_at
  LIMIT :most::integer
)
UPDATE sidegate.outbox_request r SET
  tries = r.tries + 1,
  next_try_at = clock_timestamp() + :lease_millis::bigint * interval '1 ms'
WHERE r.id = ANY (ARRAY(SELECT d.id FROM due d))
RETURNING r.id, r.scope, r.effect, r.key, r.payload, r.payload_hash, r.payload_algorithm,
  r.payload_schema, r.context, r.tries
