-- Doubts whose time to be asked about has come, or comes soon, the longest due first.
--
-- Reads only: what is begun of it is compared again under lock. Listed is what claim_probe.sql would
-- move: what this JVM can ask about, what stayed although the effect is here with another
-- reconciler, what a stored receipt ends, and what nobody could ask about for long.
-- Index: intent_probes.
SELECT i.operation, i.effect,
  greatest(0, extract(epoch FROM i.next_probe_at - clock_timestamp()) * 1000)::bigint
    AS wait_millis
FROM sidegate.intent i
WHERE i.next_probe_at IS NOT NULL
  AND i.next_probe_at <= clock_timestamp() + :horizon_millis::bigint * interval '1 ms'
  AND i.state = 'UNKNOWN' AND i.hold_reason IS NULL
  AND (EXISTS (
      SELECT FROM unnest(:effects::text[], :reconcilers::text[]) AS m (effect, reconciler)
      WHERE m.effect = i.effect
        AND (m.reconciler = i.reconciler
          OR i.next_probe_at + :grace_millis::bigint * interval '1 ms' <= clock_timestamp()))
    OR i.receipt IS NOT NULL
    OR i.doubt_since <= clock_timestamp() - :limit_millis::bigint * interval '1 ms')
ORDER BY i.next_probe_at
LIMIT :batch::integer
