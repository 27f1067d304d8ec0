-- Keeps the provider's id of an attempt's effect; commits by itself, before the body returns.
--
-- A receipt is proof: where the lease ran out meanwhile and nothing happened since, it ends the
-- doubt (law 12). While the attempt runs, the state stays and settle compares the same version.
-- Index: intent_pkey.
WITH locked AS MATERIALIZED (
  SELECT i.operation, i.state AS from_state, clock_timestamp() AS at,
    CASE i.state WHEN 'UNKNOWN' THEN 'COMPLETED' ELSE i.state END AS to_state
  FROM sidegate.intent i
  WHERE i.operation = :operation::uuid AND i.lease_owner = :owner::uuid
    AND (i.state = 'PROCESSING' AND i.version = :version::bigint
      OR i.state = 'UNKNOWN' AND i.expires_at IS NOT NULL)
  FOR UPDATE
),
kept AS (
  UPDATE sidegate.intent i SET
    state = l.to_state,
    version = i.version + CASE WHEN l.to_state = l.from_state THEN 0 ELSE 1 END,
    expires_at = CASE WHEN l.to_state = l.from_state THEN i.expires_at END,
    unresolved = CASE WHEN l.to_state = l.from_state THEN i.unresolved ELSE 0 END,
    reason = CASE WHEN l.to_state = l.from_state THEN i.reason END,
    receipt = :receipt::text,
    changed_at = l.at,
    audit_sequence = i.audit_sequence + 1,
    audit_head = sidegate.audit_hash(i.audit_head, i.operation, i.audit_sequence + 1, l.at,
      session_user, 'RECEIPT', l.from_state, l.to_state, i.last_attempt, :detail::text)
  FROM locked l
  WHERE i.operation = l.operation AND i.operation = :operation::uuid
  RETURNING i.*, l.from_state
),
attempted AS (
  UPDATE sidegate.attempt a SET
    receipt = k.receipt,
    state = CASE WHEN k.state = 'COMPLETED' THEN 'COMPLETED' ELSE a.state END
  FROM kept k
  WHERE a.intent = k.operation AND a.number = k.last_attempt AND a.intent = :operation::uuid
),
recorded AS (
  INSERT INTO sidegate.audit_event (
    chain, sequence, at, actor, kind, from_state, to_state, attempt, detail, hash)
  SELECT k.operation, k.audit_sequence, k.changed_at, session_user, 'RECEIPT', k.from_state,
    k.state, k.last_attempt, :detail::text, k.audit_head
  FROM kept k
),
late AS (
  INSERT INTO sidegate.late_evidence (intent, attempt, owner, kind, receipt)
  SELECT :operation::uuid, :attempt::integer, :owner::uuid, 'RECEIPT', :receipt::text
  WHERE NOT EXISTS (SELECT FROM kept)
    -- A repetition after a lost acknowledgement is not late.
    AND NOT EXISTS (
      SELECT FROM sidegate.intent i
      WHERE i.operation = :operation::uuid AND i.lease_owner = :owner::uuid
        AND i.receipt = :receipt::text)
  ON CONFLICT DO NOTHING
)
SELECT count(*) AS kept FROM kept
