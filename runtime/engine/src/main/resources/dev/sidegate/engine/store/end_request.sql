-- What became of a request. The intent has the payload then; what is parked keeps it. By the number
-- of its try: a process that was slower than its lease says nothing any more.
--
-- Index: outbox_request_pkey.
UPDATE sidegate.outbox_request r SET
  state = :state::text,
  intent = :intent::uuid,
  reason = :reason::text,
  payload = CASE WHEN :state::text IN ('MADE', 'REFUSED') THEN NULL ELSE r.payload END,
  next_try_at = clock_timestamp() + :delay_millis::bigint * interval '1 ms',
  ended_at = CASE WHEN :state::text <> 'PENDING' THEN clock_timestamp() END
WHERE r.id = :id::uuid AND r.ended_at IS NULL AND r.tries = :tries::integer
