-- Moves leases that ran out to doubt (law 2), a bounded number at a time.
--
-- Waits one lease after the database came up: while it was away nobody could renew. SKIP LOCKED:
-- a row that is being settled or renewed is not ours to judge.
-- Index: intent_open (state PROCESSING), then intent_pkey and attempt_pkey.
WITH expired AS MATERIALIZED (
  SELECT i.operation, clock_timestamp() AS at
  FROM sidegate.intent i
  WHERE i.state = 'PROCESSING' AND i.expires_at <= clock_timestamp()
    AND pg_postmaster_start_time() <= clock_timestamp() - :grace_millis::bigint * interval '1 ms'
  ORDER BY i.scope, i.effect, i.key
  LIMIT :batch::integer
  FOR UPDATE OF i SKIP LOCKED
),
moved AS (
  UPDATE sidegate.intent i SET
    state = 'UNKNOWN',
    version = i.version + 1,
    unresolved = i.unresolved + 1,
    doubt_since = coalesce(i.doubt_since, e.at),
    -- A receipt is proof already; else a reconciler asks once what was sent has arrived.
    next_probe_at = CASE WHEN i.receipt IS NOT NULL THEN e.at WHEN i.reconciler IS NOT NULL
                    THEN e.at + i.settle_delay_millis * interval '1 ms' END,
    reason = 'the lease ran out',
    changed_at = e.at,
    audit_sequence = i.audit_sequence + 1,
    audit_head = sidegate.audit_hash(i.audit_head, i.operation, i.audit_sequence + 1, e.at,
      session_user, 'LEASE_EXPIRED', 'PROCESSING', 'UNKNOWN', i.last_attempt, NULL)
  FROM expired e
  WHERE i.operation = e.operation AND i.operation = ANY (ARRAY(SELECT operation FROM expired))
  RETURNING i.*
),
doubted AS (
  UPDATE sidegate.attempt a
  SET state = 'UNKNOWN', ended_at = m.changed_at, can_send = NOT a.watched
  FROM moved m
  WHERE a.intent = m.operation AND a.number = m.last_attempt
    AND a.intent = ANY (ARRAY(SELECT operation FROM moved))
),
recorded AS (
  INSERT INTO sidegate.audit_event (
    chain, sequence, at, actor, kind, from_state, to_state, attempt, hash)
  SELECT m.operation, m.audit_sequence, m.changed_at, session_user, 'LEASE_EXPIRED', 'PROCESSING',
    m.state, m.last_attempt, m.audit_head
  FROM moved m
)
SELECT count(*) AS moved FROM moved
