-- Which of these claims the database does not have, or has without their attempt's end. Reads only.
-- Index: attempt_pkey.
SELECT r.ordinal, a.state IS NULL AS lost, a.state NOT IN ('RUNNING', 'UNKNOWN') AS ended
FROM unnest(:operations::uuid[], :attempts::integer[], :owners::uuid[]) WITH ORDINALITY
  AS r (operation, attempt, owner, ordinal)
LEFT JOIN LATERAL (
  SELECT a.state FROM sidegate.attempt a
  WHERE a.intent = r.operation AND a.number = r.attempt AND a.owner = r.owner LIMIT 1) a ON true
ORDER BY r.ordinal
