-- Takes entries of the queue for this process: the right to run one attempt of each, under a token
-- that it brings along, so that it recognises what it took if the answer was lost.
--
-- One statement, so that kill switch, policy, approval, order and state are compared in the snapshot
-- that the write is based on, and so that intent, attempt and audit event are one commit. The
-- intent's compare-and-set is the only permission; the entry follows by its trigger. What another
-- dispatcher has locked is passed over (SKIP LOCKED), never waited for. What cannot go on by itself
-- is held, with the reason; what is only stopped, blocked or not due stays as it is.
--
-- Locks: intents in (scope, effect, key) order, then their entries. Approvals are only read: they
-- are decided before, and not changed after.
-- Indexes: intent_pkey, effect_outbox_pkey, approval_intent_number_key, effect_policy_pkey,
-- kill_switch_pkey, outbox_order, outbox_sending.
WITH mine AS MATERIALIZED (
  SELECT m.*,
    -- Counted once per effect that is asked for, before anything is locked.
    CASE WHEN m.at_once IS NOT NULL THEN sidegate.free_places(m.effect, m.at_once) END AS free
  FROM unnest(
    :effects::text[], :policy_versions::integer[], :lease_millis::bigint[],
    :longest_millis::bigint[], :keyed_millis::bigint[], :idempotent::boolean[],
    :reconcilers::text[], :settle_delay_millis::bigint[], :at_once::integer[])
  AS m (effect, known_policy, lease_millis, longest_millis, keyed_millis, idempotent, reconciler,
    settle_delay_millis, at_once)
),

request AS MATERIALIZED (
  SELECT r.*, clock_timestamp() AS at
  FROM unnest(:operations::uuid[], :owners::uuid[], :entry_effects::text[]) WITH ORDINALITY
  AS r (operation, owner, effect, ordinal)
),

seen AS (
  SELECT r.ordinal, r.operation, r.owner, r.at, m.known_policy, m.lease_millis, m.keyed_millis,
    m.idempotent, m.reconciler, m.settle_delay_millis, m.free,
    i.scope, i.effect, i.key, i.version, i.state, i.hold_reason, i.next_try_at,
    i.lease_owner = r.owner AS own,
    i.attempts < i.max_attempts AND r.at < i.deadline AS budget_left,
    -- As in claim.sql: out of doubt only where the provider takes a repetition (law 3).
    i.state = 'UNKNOWN' AND i.receipt IS NULL AND (i.idempotent AND m.idempotent
      OR coalesce(r.at + (m.longest_millis + 5000) * interval '1 ms'
        <= least(i.keyed_until, i.first_started_at + m.keyed_millis * interval '1 ms')
        AND m.keyed_millis IS NOT NULL AND i.keyed_until IS NOT NULL, false)) AS repeatable,
    i.idempotent AS promised,
    o.state AS entry_state, o.not_before, o.order_key, o.number, o.context,
    p.version IS NOT DISTINCT FROM m.known_policy AS policy_known,
    coalesce(p.version, 0) AS policy_version,
    CASE WHEN p.approval_mode = 'CANCEL_WINDOW' AND a.id IS NULL
      THEN o.queued_at + p.window_millis * interval '1 ms' END AS window_ends,
    -- Law 7: the yes, or the way without one, is of the policy in force.
    (coalesce(p.demands_approval, false) OR a.id IS NOT NULL)
      AND coalesce(a.policy_version, i.policy_version) IS DISTINCT FROM p.version AS outdated,
    a.bound_hash, coalesce(a.state, 'GRANTED') = 'GRANTED'
      AND coalesce(a.payload_hash = i.payload_hash AND a.effect = i.effect, true) AS granted,
    (SELECT k.reason FROM sidegate.kill_switch k
      WHERE k.effect IN ('*', i.effect) AND k.scope IN ('*', i.scope) AND NOT k.enabled
      ORDER BY k.effect, k.scope LIMIT 1) AS stopped,
    EXISTS (SELECT FROM sidegate.kill_switch k
      WHERE k.effect = '*' AND k.scope = '*' AND k.enabled) AS enabled,
    EXISTS (SELECT FROM sidegate.failover_gate g WHERE g.one AND g.open) AS nothing_lost
  FROM request r
  JOIN mine m USING (effect)
  CROSS JOIN LATERAL (
    SELECT * FROM sidegate.intent i
    WHERE i.operation = r.operation AND i.effect = r.effect LIMIT 1) i
  CROSS JOIN LATERAL (
    SELECT * FROM sidegate.effect_outbox o WHERE o.intent = r.operation LIMIT 1) o
  LEFT JOIN LATERAL (
    SELECT * FROM sidegate.approval a WHERE a.intent = r.operation
    ORDER BY a.number DESC LIMIT 1) a ON true
  LEFT JOIN LATERAL (
    SELECT * FROM sidegate.effect_policy p WHERE p.effect = r.effect LIMIT 1) p ON true
),

judged AS (
  SELECT s.*,
    CASE
      WHEN s.state = 'PROCESSING' AND s.own THEN 'RECOGNISED'
      WHEN s.hold_reason IS NOT NULL OR s.entry_state NOT IN ('PENDING', 'UNKNOWN')
        OR NOT (s.state = 'AUTHORIZED' OR s.repeatable) THEN 'GONE'
      -- Law 11.
      WHEN s.stopped IS NOT NULL OR NOT s.enabled THEN 'STOPPED'
      WHEN NOT s.nothing_lost AND NOT CASE s.state WHEN 'UNKNOWN' THEN s.repeatable
        ELSE s.promised OR s.idempotent OR s.keyed_millis IS NOT NULL END THEN 'STOPPED'
      WHEN s.not_before > s.at OR s.next_try_at > s.at OR s.window_ends > s.at THEN 'NOT_DUE'
      WHEN NOT s.policy_known THEN 'OTHER_POLICY'
      WHEN NOT s.budget_left THEN CASE s.state WHEN 'AUTHORIZED' THEN 'EXHAUSTED' ELSE 'GONE' END
      WHEN s.outdated OR NOT s.granted THEN CASE s.state WHEN 'AUTHORIZED' THEN 'OUTDATED'
        ELSE 'GONE' END
      WHEN s.order_key IS NOT NULL AND (
        EXISTS (
          SELECT FROM sidegate.effect_outbox b
          WHERE b.effect = s.effect AND b.scope = s.scope AND b.order_key = s.order_key
            AND b.state IN ('PENDING', 'SENDING', 'UNKNOWN', 'PARKED') AND b.number < s.number)
        OR EXISTS (
          SELECT FROM sidegate.effect_outbox b
          WHERE b.effect = s.effect AND b.scope = s.scope AND b.order_key = s.order_key
            AND b.state = 'SENDING')) THEN 'BLOCKED'
      ELSE 'SEND'
    END AS step
  FROM seen s
),

wish AS MATERIALIZED (
  SELECT j.*,
    CASE WHEN j.step = 'SEND' AND row_number() OVER (
        PARTITION BY j.effect, j.step ORDER BY j.ordinal) > j.free THEN 'FULL'
      ELSE j.step END AS decided
  FROM judged j
),

locked AS MATERIALIZED (
  SELECT w.*
  FROM (
    SELECT * FROM wish WHERE decided IN ('SEND', 'EXHAUSTED', 'OUTDATED')
    ORDER BY scope, effect, key) w
  CROSS JOIN LATERAL (
    SELECT FROM sidegate.intent i
    WHERE i.operation = w.operation AND i.version = w.version
    FOR UPDATE SKIP LOCKED) i
),

moved AS (
  UPDATE sidegate.intent i SET
    state = CASE l.decided WHEN 'SEND' THEN 'PROCESSING' ELSE l.state END,
    version = i.version + 1,
    lease_owner = CASE l.decided WHEN 'SEND' THEN l.owner ELSE i.lease_owner END,
    expires_at = CASE l.decided WHEN 'SEND' THEN l.at + l.lease_millis * interval '1 ms'
                 ELSE i.expires_at END,
    claimed_from = CASE l.decided WHEN 'SEND' THEN l.state ELSE i.claimed_from END,
    attempts = i.attempts + CASE l.decided WHEN 'SEND' THEN 1 ELSE 0 END,
    last_attempt = i.last_attempt + CASE l.decided WHEN 'SEND' THEN 1 ELSE 0 END,
    first_started_at = CASE WHEN l.decided <> 'SEND' THEN i.first_started_at
                       ELSE coalesce(i.first_started_at, l.at) END,
    keyed_until = CASE
      WHEN l.decided <> 'SEND' THEN i.keyed_until
      WHEN i.first_started_at IS NULL THEN l.at + l.keyed_millis * interval '1 ms'
      WHEN i.keyed_until IS NOT NULL AND l.keyed_millis IS NOT NULL
      THEN least(i.keyed_until, i.first_started_at + l.keyed_millis * interval '1 ms') END,
    idempotent = CASE
      WHEN l.decided <> 'SEND' THEN i.idempotent
      WHEN i.first_started_at IS NULL THEN l.idempotent
      ELSE i.idempotent AND l.idempotent END,
    -- An old doubt keeps the reconciler that it arose under.
    reconciler = CASE WHEN l.decided = 'SEND' AND l.state <> 'UNKNOWN' THEN l.reconciler
                 ELSE i.reconciler END,
    settle_delay_millis = CASE WHEN l.decided = 'SEND' AND l.state <> 'UNKNOWN'
                          THEN l.settle_delay_millis ELSE i.settle_delay_millis END,
    next_probe_at = CASE WHEN l.decided <> 'SEND' THEN i.next_probe_at END,
    hold_reason = CASE l.decided WHEN 'EXHAUSTED' THEN 'exhausted'
                  WHEN 'OUTDATED' THEN 'policy changed' END,
    reason = CASE l.decided
      WHEN 'EXHAUSTED' THEN coalesce(i.reason, 'its time or its attempts are used up')
      WHEN 'OUTDATED' THEN 'it was allowed under another policy than the one in force' END,
    changed_at = l.at,
    audit_sequence = i.audit_sequence + 1,
    audit_head = sidegate.audit_hash(i.audit_head, i.operation, i.audit_sequence + 1, l.at,
      session_user, CASE l.decided WHEN 'SEND' THEN 'DISPATCHED' ELSE 'HELD' END, l.state,
      CASE l.decided WHEN 'SEND' THEN 'PROCESSING' ELSE l.state END,
      CASE l.decided WHEN 'SEND' THEN i.last_attempt + 1 END, :detail::text)
  FROM locked l
  WHERE i.operation = l.operation AND i.operation = ANY (ARRAY(SELECT operation FROM locked))
  RETURNING l.ordinal, l.decided, l.state AS from_state, l.at, l.owner, i.operation, i.state,
    i.version, i.last_attempt, i.audit_sequence, i.audit_head
),

started AS (
  INSERT INTO sidegate.attempt (intent, number, owner, state, started_at, watched)
  SELECT m.operation, m.last_attempt, m.owner, 'RUNNING', m.at, :watched::boolean
  FROM moved m WHERE m.decided = 'SEND'
),

recorded AS (
  INSERT INTO sidegate.audit_event (
    chain, sequence, at, actor, kind, from_state, to_state, attempt, detail, hash)
  SELECT m.operation, m.audit_sequence, m.at, session_user,
    CASE m.decided WHEN 'SEND' THEN 'DISPATCHED' ELSE 'HELD' END, m.from_state, m.state,
    CASE m.decided WHEN 'SEND' THEN m.last_attempt END, :detail::text, m.audit_head
  FROM moved m
)

SELECT w.ordinal,
  CASE
    WHEN w.decided = 'RECOGNISED' OR m.decided = 'SEND' THEN 'GRANTED'
    WHEN m.decided IS NOT NULL THEN 'HELD'
    WHEN w.decided IN ('SEND', 'EXHAUSTED', 'OUTDATED') THEN 'RACE'
    ELSE w.decided
  END AS verdict,
  w.decided = 'RECOGNISED' AS recognised,
  w.policy_version, w.bound_hash, w.context, i.operation, i.scope, i.effect, i.key, i.generation,
  coalesce(m.version, i.version) AS version,
  coalesce(m.last_attempt, i.last_attempt) AS last_attempt,
  i.deadline,
  (extract(epoch FROM i.deadline - clock_timestamp()) * 1000)::bigint AS left_millis,
  i.max_attempts, i.payload, i.payload_hash, i.payload_algorithm, i.payload_schema
FROM wish w
LEFT JOIN moved m USING (ordinal)
CROSS JOIN LATERAL (
  SELECT * FROM sidegate.intent i WHERE i.operation = w.operation LIMIT 1) i
ORDER BY w.ordinal
