-- Keeps the provider's id of an attempt's effect; commits by itself, before the body returns.
--
-- A receipt is proof: where the lease ran out meanwhile and nothing happened since, it ends the
-- doubt (law 12), unless another attempt is in doubt too or has a proof that waits for this one's
-- end: then the receipt is kept, and settle judges. While the attempt runs, the state stays and
-- settle compares the same version. Late, it is evidence, as settle.sql has it.
-- Index: intent_pkey.
WITH seen AS MATERIALIZED (
  SELECT i.*, clock_timestamp() AS at,
    coalesce(i.lease_owner = :owner::uuid, false)
      AND (i.state = 'PROCESSING' AND i.version = :version::bigint
        OR i.state = 'UNKNOWN' AND i.expires_at IS NOT NULL
          AND i.hold_reason IS DISTINCT FROM 'contradicted') AS own
  FROM sidegate.intent i
  WHERE i.operation = :operation::uuid
  FOR UPDATE
),
locked AS (
  SELECT i.operation, i.state AS from_state, i.at,
    CASE WHEN i.state = 'UNKNOWN' AND i.pending_evidence = 0
      AND (i.unresolved = 1 OR i.idempotent OR coalesce(i.at <= i.keyed_until, false))
    THEN 'COMPLETED' ELSE i.state END AS to_state
  FROM seen i
  WHERE i.own
),
kept AS (
  UPDATE sidegate.intent i SET
    state = l.to_state,
    version = i.version + CASE WHEN l.to_state = l.from_state THEN 0 ELSE 1 END,
    expires_at = CASE WHEN l.to_state = l.from_state THEN i.expires_at END,
    unresolved = CASE WHEN l.to_state = l.from_state THEN i.unresolved ELSE 0 END,
    reason = CASE WHEN l.to_state = l.from_state THEN i.reason END,
    doubt_since = CASE WHEN l.to_state = l.from_state THEN i.doubt_since END,
    next_probe_at = CASE WHEN l.to_state = l.from_state THEN i.next_probe_at END,
    probes = CASE WHEN l.to_state = l.from_state THEN i.probes ELSE 0 END,
    -- A reconciler found something else than this receipt.
    hold_reason = CASE WHEN l.to_state = l.from_state THEN i.hold_reason
                  WHEN i.hold_reason = 'conflict' THEN 'contradicted' END,
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
late AS (
  INSERT INTO sidegate.late_evidence (intent, attempt, owner, kind, receipt, verdict)
  SELECT i.operation, :attempt::integer, :owner::uuid, 'RECEIPT', :receipt::text,
    CASE
      WHEN i.state = 'COMPLETED' AND (i.idempotent OR i.receipt = :receipt::text) THEN 'CONFIRMED'
      WHEN i.state = 'COMPLETED' AND i.receipt IS NULL AND i.last_attempt = :attempt::integer
        AND NOT EXISTS (
          SELECT FROM sidegate.operator_decision d
          WHERE d.intent = i.operation AND d.kind IN ('APPLIED', 'NOT_APPLIED', 'ABANDON'))
      THEN 'CONFIRMED'
      WHEN i.state = 'PROCESSING'
        OR i.state = 'UNKNOWN' AND i.expires_at IS NOT NULL
          AND i.hold_reason IS DISTINCT FROM 'contradicted' THEN NULL
      WHEN i.state = 'UNKNOWN' AND i.idempotent THEN 'CONFIRMED'
      ELSE 'CONTRADICTED'
    END
  FROM seen i
  WHERE NOT i.own
    -- A repetition after a lost acknowledgement is not late.
    AND NOT coalesce(i.lease_owner = :owner::uuid AND i.receipt = :receipt::text, false)
  ON CONFLICT DO NOTHING
  RETURNING intent, verdict
),
marked AS (
  UPDATE sidegate.intent i SET
    pending_evidence = i.pending_evidence + CASE WHEN e.verdict IS NULL THEN 1 ELSE 0 END,
    hold_reason = CASE e.verdict WHEN 'CONTRADICTED' THEN 'contradicted' ELSE i.hold_reason END,
    version = i.version + CASE i.state WHEN 'PROCESSING' THEN 0 ELSE 1 END,
    changed_at = s.at,
    audit_sequence = i.audit_sequence + 1,
    audit_head = sidegate.audit_hash(i.audit_head, i.operation, i.audit_sequence + 1, s.at,
      session_user, coalesce(e.verdict, 'PENDING'), i.state, i.state, :attempt::integer,
      :detail::text)
  FROM late e JOIN seen s ON s.operation = e.intent
  WHERE i.operation = e.intent AND i.operation = :operation::uuid
  RETURNING coalesce(e.verdict, 'PENDING') AS kind, i.*
),
recorded AS (
  INSERT INTO sidegate.audit_event (
    chain, sequence, at, actor, kind, from_state, to_state, attempt, detail, hash)
  SELECT k.operation, k.audit_sequence, k.changed_at, session_user, 'RECEIPT', k.from_state,
    k.state, k.last_attempt, :detail::text, k.audit_head
  FROM kept k
  UNION ALL
  SELECT m.operation, m.audit_sequence, m.changed_at, session_user, m.kind, m.state, m.state,
    :attempt::integer, :detail::text, m.audit_head
  FROM marked m
)
SELECT EXISTS (SELECT FROM late) AS late
