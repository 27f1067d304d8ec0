-- Takes outcomes of the effects that this process knows, a bounded number, each for a while.
--
-- Index: outcome_due, then outcome_pkey.
WITH due AS MATERIALIZED (
  SELECT q.intent
  FROM unnest(:effects::text[]) e (effect)
  CROSS JOIN LATERAL (
    SELECT o.intent, o.next_try_at FROM sidegate.outcome o
    WHERE o.effect = e.effect COLLATE "C" AND o.told_at IS NULL
      AND o.next_try_at <= clock_timestamp()
    ORDER BY o.next_try_at
    LIMIT :most::integer
    FOR UPDATE SKIP LOCKED) q
  ORDER BY q.next_try_at
  LIMIT :most::integer
)
UPDATE sidegate.outcome o SET
  tries = o.tries + 1,
  next_try_at = clock_timestamp() + :lease_millis::bigint * interval '1 ms'
WHERE o.intent = ANY (ARRAY(SELECT d.intent FROM due d))
RETURNING o.intent, o.effect, o.number, o.tries
