-- Asks for the right to look up what became of doubts: one row per operation in, one row out.
--
-- One statement, so that the lookup, the intent and the audit event are one commit. SKIP LOCKED: a
-- row that is being settled or decided is not ours to judge. Under the lock an intent goes one way:
--   RECEIPT  the provider's proof is stored already and speaks for all attempts: nobody is asked;
--   LOST     a lookup was begun and its process ended: it counts as undetermined, and the next one
--            follows after the back-off that was set as it began;
--   CHANGED  the effect's reconciler here is another one than the doubt arose under: a person
--            decides, once every JVM with the pinned one had its time;
--   OVERDUE  nobody could ask for as long as the limit says: a person has to know;
--   ASK      the lookup begins, and until its lease ends nobody else begins one.
-- Locks: intents in (scope, effect, key) order, then their probes.
-- Indexes: intent_pkey, one_open_probe, reconciliation_probe_pkey, attempt_pkey.
WITH mine AS MATERIALIZED (
  SELECT m.*
  FROM unnest(
    :effects::text[], :reconcilers::text[], :lease_millis::bigint[], :limit_millis::bigint[])
  AS m (effect, reconciler, lease_millis, limit_millis)
),

locked AS MATERIALIZED (
  SELECT i.*, clock_timestamp() AS at
  FROM sidegate.intent i
  WHERE i.operation = ANY (:operations::uuid[])
    AND i.state = 'UNKNOWN' AND i.hold_reason IS NULL AND i.next_probe_at <= clock_timestamp()
  ORDER BY i.scope, i.effect, i.key
  FOR UPDATE SKIP LOCKED
),

judged AS MATERIALIZED (
  SELECT l.*, m.reconciler AS asking, m.lease_millis,
    p.number AS open_number, p.seen IS NOT DISTINCT FROM l.version AS open_is_current,
    coalesce(n.number, 0) + 1 AS new_number,
    a.quiet_since IS NOT NULL AS quiet,
    coalesce(a.quiet_since + l.settle_delay_millis * interval '1 ms' <= l.at, false) AS silent,
    l.doubt_since + coalesce(m.limit_millis, :limit_of_others::bigint) * interval '1 ms' <= l.at
      AS past_limit,
    CASE
      -- Law 3: a receipt speaks for one attempt, and for earlier ones only under a promise.
      WHEN l.receipt IS NOT NULL AND (l.unresolved <= 1 OR l.idempotent
        OR coalesce(l.at <= l.keyed_until, false)) THEN 'RECEIPT'
      WHEN p.number IS NOT NULL AND (p.expires_at <= l.at OR p.seen <> l.version) THEN 'LOST'
      WHEN p.number IS NOT NULL THEN 'WAIT'
      WHEN m.reconciler = l.reconciler THEN 'ASK'
      WHEN m.reconciler <> l.reconciler
        AND l.next_probe_at + :grace_millis::bigint * interval '1 ms' <= l.at THEN 'CHANGED'
      WHEN l.doubt_since + coalesce(m.limit_millis, :limit_of_others::bigint) * interval '1 ms'
        <= l.at THEN 'OVERDUE'
      ELSE 'WAIT'
    END AS step
  FROM locked l
  LEFT JOIN mine m ON m.effect = l.effect
  LEFT JOIN LATERAL (
    SELECT p.number, p.seen, p.expires_at FROM sidegate.reconciliation_probe p
    WHERE p.intent = l.operation AND p.ended_at IS NULL LIMIT 1) p ON true
  LEFT JOIN LATERAL (
    SELECT p.number FROM sidegate.reconciliation_probe p
    WHERE p.intent = l.operation ORDER BY p.number DESC LIMIT 1) n ON true
  -- One attempt that may still send is enough.
  LEFT JOIN LATERAL (
    SELECT CASE WHEN bool_and(NOT a.can_send)
      THEN max(a.ended_at) END AS quiet_since
    FROM sidegate.attempt a
    WHERE a.intent = l.operation AND a.state = 'UNKNOWN') a ON true
),

closed AS (
  UPDATE sidegate.reconciliation_probe p SET
    ended_at = j.at, verdict = 'UNDETERMINED', moved = false,
    detail = CASE WHEN j.open_is_current THEN 'the process that asked ended without an answer'
             ELSE 'the intent moved while it asked' END
  FROM judged j
  WHERE j.step = 'LOST' AND p.intent = j.operation AND p.number = j.open_number
    AND p.intent = ANY (ARRAY(SELECT operation FROM judged WHERE step = 'LOST'))
),

begun AS (
  INSERT INTO sidegate.reconciliation_probe (
    intent, number, owner, seen, reconciler, silent, started_at, expires_at)
  SELECT j.operation, j.new_number, :owner::uuid, j.version, j.asking, j.silent,
    j.at, j.at + j.lease_millis * interval '1 ms'
  FROM judged j WHERE j.step = 'ASK'
),

step AS MATERIALIZED (
  SELECT j.*,
    CASE WHEN j.step = 'RECEIPT' THEN 'COMPLETED' ELSE 'UNKNOWN' END AS to_state,
    CASE WHEN j.step IN ('CHANGED', 'OVERDUE')
        OR j.step = 'LOST' AND j.open_is_current AND j.past_limit
      THEN 'undetermined' END AS hold,
    CASE j.step
      WHEN 'CHANGED' THEN 'the doubt arose under the reconciler ' || j.reconciler
        || '; here the effect has ' || j.asking || ', which does not settle it by itself'
      WHEN 'OVERDUE' THEN 'nobody could ask the provider within the limit; the reconciler is '
        || coalesce(j.reconciler, 'none')
      WHEN 'LOST' THEN 'the provider could not tell within the limit'
    END AS why,
    CASE j.step
      WHEN 'RECEIPT' THEN json_build_object('receipt', j.receipt, 'verdict', 'RECEIPT')
      WHEN 'LOST' THEN json_build_object('probe', j.open_number::text, 'verdict', 'UNDETERMINED')
      WHEN 'CHANGED' THEN json_build_object('here', j.asking, 'pinned', j.reconciler)
      ELSE json_build_object('pinned', j.reconciler)
    END::text AS detail
  FROM judged j
),

moved AS (
  UPDATE sidegate.intent i SET
    state = s.to_state,
    version = i.version + CASE WHEN s.to_state = 'UNKNOWN' AND s.hold IS NULL THEN 0 ELSE 1 END,
    lease_owner = CASE s.to_state WHEN 'COMPLETED' THEN NULL ELSE i.lease_owner END,
    expires_at = CASE s.to_state WHEN 'COMPLETED' THEN NULL ELSE i.expires_at END,
    unresolved = CASE s.to_state WHEN 'COMPLETED' THEN 0 ELSE i.unresolved END,
    hold_reason = s.hold,
    reason = CASE WHEN s.to_state = 'COMPLETED' THEN NULL ELSE coalesce(
      CASE WHEN s.hold IS NOT NULL THEN s.why END, i.reason) END,
    failure_class = CASE s.to_state WHEN 'COMPLETED' THEN NULL ELSE i.failure_class END,
    failure = CASE s.to_state WHEN 'COMPLETED' THEN NULL ELSE i.failure END,
    next_try_at = CASE s.to_state WHEN 'COMPLETED' THEN NULL ELSE i.next_try_at END,
    next_probe_at = CASE
      WHEN s.to_state = 'COMPLETED' OR s.hold IS NOT NULL THEN NULL
      -- Set now, so that it holds whatever becomes of this process.
      WHEN s.step = 'ASK' THEN s.at + s.lease_millis * interval '1 ms'
        + sidegate.probe_back_off(i.probes + 1, i.settle_delay_millis)
      ELSE i.next_probe_at END,
    probes = i.probes + CASE s.step WHEN 'ASK' THEN 1 ELSE 0 END,
    changed_at = CASE s.step WHEN 'ASK' THEN i.changed_at ELSE s.at END,
    audit_sequence = i.audit_sequence + CASE s.step WHEN 'ASK' THEN 0 ELSE 1 END,
    audit_head = CASE s.step WHEN 'ASK' THEN i.audit_head ELSE sidegate.audit_hash(
      i.audit_head, i.operation, i.audit_sequence + 1, s.at, session_user,
      'RECONCILED', 'UNKNOWN', s.to_state, i.last_attempt, s.detail) END
  FROM step s
  WHERE i.operation = s.operation AND s.step <> 'WAIT'
    AND i.operation = ANY (ARRAY(SELECT operation FROM judged WHERE step <> 'WAIT'))
  RETURNING i.operation, i.state, i.version, i.hold_reason, i.last_attempt, i.probes,
    i.next_probe_at, i.audit_sequence, i.audit_head, s.step, s.at, s.detail
),

resolved AS (
  UPDATE sidegate.attempt a SET state = 'COMPLETED'
  FROM moved m
  WHERE m.step = 'RECEIPT' AND a.intent = m.operation AND a.state = 'UNKNOWN'
    AND a.intent = ANY (ARRAY(SELECT operation FROM moved WHERE step = 'RECEIPT'))
),

recorded AS (
  INSERT INTO sidegate.audit_event (
    chain, sequence, at, actor, kind, from_state, to_state, attempt, detail, hash)
  SELECT m.operation, m.audit_sequence, m.at, session_user, 'RECONCILED', 'UNKNOWN', m.state,
    m.last_attempt, m.detail, m.audit_head
  FROM moved m WHERE m.step <> 'ASK'
)

SELECT r.operation,
  CASE
    WHEN m.step = 'ASK' THEN 'ASK'
    WHEN m.hold_reason IS NOT NULL OR m.operation IS NULL AND i.hold_reason IS NOT NULL THEN 'HELD'
    WHEN coalesce(m.state, i.state) = 'UNKNOWN' THEN 'WAIT'
    ELSE 'MOVED'
  END AS verdict,
  greatest(0, extract(epoch FROM coalesce(m.next_probe_at, i.next_probe_at) - clock_timestamp())
    * 1000)::bigint AS wait_millis,
  i.scope, i.effect, i.key, i.generation, i.payload, i.payload_hash, i.payload_algorithm,
  i.payload_schema, i.first_started_at, i.reconciler,
  coalesce(j.quiet, false) AS quiet, coalesce(j.silent, false) AS silent,
  i.idempotent OR coalesce(i.keyed_until > j.at, false) AS repeatable,
  i.attempts < i.max_attempts AND i.deadline > clock_timestamp() AS budget_left,
  coalesce(j.past_limit, false) AS past_limit,
  t.request_ids
FROM unnest(:operations::uuid[]) WITH ORDINALITY AS r (operation, ordinal)
LEFT JOIN judged j USING (operation)
LEFT JOIN moved m USING (operation)
LEFT JOIN LATERAL (
  SELECT * FROM sidegate.intent i WHERE i.operation = r.operation LIMIT 1) i ON true
LEFT JOIN LATERAL (
  SELECT array_agg(id.id ORDER BY a.number, id.place) AS request_ids
  FROM sidegate.attempt a
  CROSS JOIN LATERAL unnest(a.provider_request_ids) WITH ORDINALITY AS id (id, place)
  WHERE a.intent = m.operation AND m.step = 'ASK') t ON true
ORDER BY r.ordinal
