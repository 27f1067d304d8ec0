-- A message was told, or is tried again later, or has become pointless. Index:
-- approval_notice_pkey.
UPDATE sidegate.approval_notice n SET
  state = :state::text,
  next_try_at = clock_timestamp() + :delay_millis::bigint * interval '1 ms',
  last_error = :error::text,
  ended_at = CASE WHEN :state::text <> 'PENDING' THEN clock_timestamp() END
WHERE n.approval = :approval::uuid AND n.kind = :kind::text AND n.channel = :channel::text
  AND n.state = 'PENDING'
