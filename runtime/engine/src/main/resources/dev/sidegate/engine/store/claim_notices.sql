-- Takes messages that are due, a bounded number, each for a while: whoever dies over one leaves it
-- to the next. A question that is over needs no reminder any more.
--
-- Index: approval_notice_due, then approval_pkey and intent_pkey.
WITH due AS MATERIALIZED (
  SELECT n.approval, n.kind, n.channel
  FROM sidegate.approval_notice n
  WHERE n.state = 'PENDING' AND n.next_try_at <= clock_timestamp()
    AND n.channel = ANY (:channels::text[])
  ORDER BY n.next_try_at
  LIMIT :most::integer
  FOR UPDATE OF n SKIP LOCKED
),
taken AS (
  UPDATE sidegate.approval_notice n SET
    tries = n.tries + 1,
    next_try_at = clock_timestamp() + :lease_millis::bigint * interval '1 ms'
  FROM due d
  WHERE n.approval = d.approval AND n.kind = d.kind AND n.channel = d.channel
    AND n.approval = ANY (ARRAY(SELECT approval FROM due))
  RETURNING n.approval, n.kind, n.channel, n.role, n.tries
)
SELECT t.approval, t.kind, t.channel, t.role, t.tries,
  q.intent AS operation, q.state, q.asked_at, q.expires_at, q.requester, q.decided_by, q.reason,
  q.facts, q.needed, i.scope, i.effect, i.key
FROM taken t
JOIN LATERAL (SELECT * FROM sidegate.approval q WHERE q.id = t.approval LIMIT 1) q ON true
JOIN LATERAL (SELECT * FROM sidegate.intent i WHERE i.operation = q.intent LIMIT 1) i ON true
