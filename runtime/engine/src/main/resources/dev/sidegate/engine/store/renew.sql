-- Prolongs the leases of a process, all in one statement, and says which are lost.
--
-- Locks in (scope, effect, key) order and skips what is locked: without SKIP LOCKED renewal and
-- settle deadlock. A skipped row is neither renewed nor lost; its turn comes again. Compares owner
-- and version, not time (law 12): a lease past its time that nobody has moved goes on.
-- Index: intent_pkey. Only expires_at changes and stands in no index: a HOT update.
WITH request AS MATERIALIZED (
  SELECT r.*
  FROM unnest(:operations::uuid[], :owners::uuid[], :versions::bigint[], :lease_millis::bigint[])
    WITH ORDINALITY AS r (operation, owner, version, lease_millis, ordinal)
),
held AS MATERIALIZED (
  SELECT r.ordinal, i.operation, r.lease_millis
  FROM request r
  JOIN sidegate.intent i ON i.operation = r.operation
  WHERE i.operation = ANY (ARRAY(SELECT operation FROM request))
    AND i.state = 'PROCESSING' AND i.lease_owner = r.owner AND i.version = r.version
  ORDER BY i.scope, i.effect, i.key
  FOR UPDATE OF i SKIP LOCKED
),
renewed AS (
  UPDATE sidegate.intent i
  SET expires_at = greatest(i.expires_at, clock_timestamp() + h.lease_millis * interval '1 ms')
  FROM held h
  WHERE i.operation = h.operation AND i.operation = ANY (ARRAY(SELECT operation FROM held))
  RETURNING h.ordinal
)
SELECT r.ordinal
FROM request r
LEFT JOIN renewed n USING (ordinal)
LEFT JOIN LATERAL (
  SELECT i.state = 'PROCESSING' AND i.lease_owner = r.owner AND i.version = r.version AS holds
  FROM sidegate.intent i
  WHERE i.operation = r.operation LIMIT 1) i ON true
WHERE n.ordinal IS NULL AND i.holds IS NOT TRUE
ORDER BY r.ordinal
