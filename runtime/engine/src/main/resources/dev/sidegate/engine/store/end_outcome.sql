-- An outcome was told, or is told again later. By its number and try: a newer one, and one that
-- another process has taken over, are not touched.
--
-- Index: outcome_pkey.
UPDATE sidegate.outcome o SET
  told_at = CASE WHEN :error::text IS NULL THEN clock_timestamp() END,
  last_error = :error::text,
  next_try_at = clock_timestamp() + :delay_millis::bigint * interval '1 ms'
WHERE o.intent = :intent::uuid AND o.number = :number::bigint AND o.tries = :tries::integer
