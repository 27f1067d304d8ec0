-- What a dispatcher may take now, of the effects that its process can run: a look, no claim.
--
-- It jumps from scope to scope, one descent of the index each: so many at most from where the last
-- look ended, then round from the beginning. Of each place it takes a bounded number, the first of
-- all places before the second of any: a scope with a hundred thousand entries starves no other, and
-- what lies finished is never read. A stopped place is passed over; so is an entry that another one
-- with its order key stands before. Rows: the entries; where each effect was looked at last; how
-- long nothing else is due.
-- Indexes: outbox_waiting, outbox_order, outbox_sending, kill_switch_pkey.
WITH RECURSIVE mine AS MATERIALIZED (
  SELECT m.*, clock_timestamp() AS at,
    m.at_once - (
      SELECT count(*) FROM (
        SELECT FROM sidegate.effect_outbox s
        WHERE s.state = 'SENDING' AND s.effect = m.effect LIMIT m.at_once) s) AS free
  FROM unnest(:effects::text[], :from_scopes::text[], :at_once::bigint[])
    WITH ORDINALITY AS m (effect, from_scope, at_once, turn)
),

place AS (
  SELECT m.turn, m.effect, m.at, l.lap, n.scope, l.upper, 1 AS step
  FROM mine m
  CROSS JOIN LATERAL (VALUES (1, m.from_scope, chr(1114111)), (2, '', m.from_scope))
    AS l (lap, lower, upper)
  CROSS JOIN LATERAL (
    SELECT o.scope FROM sidegate.effect_outbox o
    WHERE o.state IN ('PENDING', 'UNKNOWN') AND o.effect = m.effect
      AND o.scope >= l.lower AND o.scope < l.upper
    ORDER BY o.scope LIMIT 1) n
  UNION ALL
  SELECT p.turn, p.effect, p.at, p.lap, n.scope, p.upper, p.step + 1
  FROM place p
  CROSS JOIN LATERAL (
    SELECT o.scope FROM sidegate.effect_outbox o
    WHERE o.state IN ('PENDING', 'UNKNOWN') AND o.effect = p.effect
      AND o.scope > p.scope AND o.scope < p.upper
    ORDER BY o.scope LIMIT 1) n
  WHERE p.step < :places::integer
),

open AS MATERIALIZED (
  SELECT p.*
  FROM place p
  WHERE NOT EXISTS (
    SELECT FROM sidegate.kill_switch k
    WHERE k.effect IN ('*', p.effect) AND k.scope IN ('*', p.scope) AND NOT k.enabled)
),

waiting AS MATERIALIZED (
  SELECT p.turn, p.effect, p.scope, p.lap, p.step, e.intent, e.nth
  FROM open p
  CROSS JOIN LATERAL (
    SELECT w.intent, row_number() OVER (ORDER BY w.not_before, w.number) AS nth
    FROM (
      SELECT o.intent, o.order_key, o.number, o.not_before FROM sidegate.effect_outbox o
      WHERE o.state IN ('PENDING', 'UNKNOWN') AND o.effect = p.effect AND o.scope = p.scope
        AND o.not_before <= p.at
      ORDER BY o.not_before LIMIT :at_hand::integer) w
    WHERE w.order_key IS NULL
      OR NOT EXISTS (
        SELECT FROM sidegate.effect_outbox b
        WHERE b.effect = p.effect AND b.scope = p.scope AND b.order_key = w.order_key
          AND b.state IN ('PENDING', 'SENDING', 'UNKNOWN', 'PARKED') AND b.number < w.number)
      AND NOT EXISTS (
        SELECT FROM sidegate.effect_outbox b
        WHERE b.effect = p.effect AND b.scope = p.scope AND b.order_key = w.order_key
          AND b.state = 'SENDING')
    LIMIT :most::integer) e
),

taken AS MATERIALIZED (
  SELECT w.effect, w.scope, w.intent, w.nth,
    row_number() OVER (ORDER BY w.nth, w.lap, w.turn, w.step) AS ordinal
  FROM (
    SELECT w.*, m.free,
      row_number() OVER (PARTITION BY w.turn ORDER BY w.nth, w.lap, w.step) AS of_effect
    FROM waiting w JOIN mine m USING (turn)) w
  WHERE w.free IS NULL OR w.of_effect <= w.free
  ORDER BY w.nth, w.lap, w.turn, w.step
  LIMIT :most::integer
)

SELECT 'ENTRY' AS kind, t.effect, t.scope, t.intent, t.nth, NULL::bigint AS wait_millis, t.ordinal
FROM taken t
UNION ALL
SELECT 'PLACE', p.effect, p.scope, NULL, NULL, NULL, 0
FROM (
  SELECT DISTINCT ON (p.turn) p.* FROM place p ORDER BY p.turn, p.lap DESC, p.step DESC) p
UNION ALL
SELECT 'PAUSE', NULL, NULL, NULL, NULL,
  min(greatest(0, ceil(extract(epoch FROM n.not_before - p.at) * 1000)))::bigint, 0
FROM open p
CROSS JOIN LATERAL (
  SELECT o.not_before FROM sidegate.effect_outbox o
  WHERE o.state IN ('PENDING', 'UNKNOWN') AND o.effect = p.effect AND o.scope = p.scope
    AND o.not_before > p.at AND o.not_before < 'infinity'
  ORDER BY o.not_before LIMIT 1) n
ORDER BY ordinal
