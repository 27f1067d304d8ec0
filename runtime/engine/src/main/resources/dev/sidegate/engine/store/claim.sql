-- Asks for the right to run attempts: one row per request in, one row per request out.
--
-- One statement, so that hash, kill switch, policy and state are compared in the snapshot that the
-- write is based on, and so that intent, attempt and audit event are one commit and one round trip.
-- It looks before it inserts: a finished key writes nothing and takes no transaction id.
-- The same text serves one request and many. No key may occur twice in one call.
--
-- Locks are taken in (scope, effect, key) order: first rows that exist, then rows to insert.
-- Verdict RACE: the request tried to write and another one was faster. Nothing that the snapshot
-- showed answers it; the caller asks again.
--
-- Indexes: intent_identity (newest and older generations), intent_pkey, effect_policy_pkey,
-- kill_switch_pkey, failover_gate_pkey. Tables are reached by lateral look-ups and by lists of ids,
-- which leave the planner no other way, whatever its statistics say; between the steps it may hash.
-- Each step carries the request's columns along, since each join back costs a batch again.
WITH request AS MATERIALIZED (
  SELECT r.*, clock_timestamp() AS at
  FROM unnest(
    :operations::uuid[], :scopes::text[], :effects::text[], :keys::text[],
    :hashes::bytea[], :algorithms::integer[], :schemas::text[], :payloads::bytea[],
    :owners::uuid[], :lease_millis::bigint[], :policy_versions::integer[],
    :max_attempts::integer[], :deadline_millis::bigint[], :details::text[],
    :keyed_millis::bigint[], :idempotent::boolean[], :longest_millis::bigint[],
    :not_after::timestamptz[], :reconcilers::text[], :settle_delay_millis::bigint[],
    :watched::boolean[]) WITH ORDINALITY
  AS r (new_operation, scope, effect, key, hash, algorithm, schema, payload, owner, lease_millis,
    known_policy, max_attempts, deadline_millis, detail, keyed_millis, idempotent, longest_millis,
    not_after, reconciler, settle_delay_millis, watched, ordinal)
),

-- The newest generation of each key, and an older one if only that has an equal payload.
seen AS (
  SELECT r.*,
    i.operation, i.version, i.state, coalesce(i.generation, 0) AS generation,
    i.lease_owner = r.owner AS own,
    i.expires_at <= r.at AS past_lease,
    i.payload_hash = r.hash AND i.payload_algorithm = r.algorithm AS equal,
    i.hold_reason IS NULL AND coalesce(i.next_try_at <= r.at, true)
      AND i.attempts < i.max_attempts AND r.at < i.deadline AS may_retry,
    -- Out of doubt without a lookup only where the provider takes a repetition (law 3), and nobody
    -- has its proof already.
    i.receipt IS NULL AND (i.idempotent AND r.idempotent
      OR coalesce(r.at + (r.longest_millis + 5000) * interval '1 ms'
        <= least(i.keyed_until, i.first_started_at + r.keyed_millis * interval '1 ms')
        AND r.keyed_millis IS NOT NULL AND i.keyed_until IS NOT NULL, false)) AS repeatable,
    -- Nothing applied, so another payload is a new wish; a correction's next one needs a person.
    i.state IN ('REJECTED', 'EXPIRED', 'CANCELLED', 'FAILED_TERMINAL') AND i.corrects IS NULL
      AND i.hold_reason IS DISTINCT FROM 'contradicted' AS spent,
    s.operation AS superseded,
    o.operation AS older,
    p.version IS NOT DISTINCT FROM r.known_policy AS policy_known,
    coalesce(p.version, 0) AS policy_version,
    (SELECT k.reason FROM sidegate.kill_switch k
      WHERE k.effect IN ('*', r.effect) AND k.scope IN ('*', r.scope) AND NOT k.enabled
      ORDER BY k.effect, k.scope LIMIT 1) AS stopped,
    EXISTS (SELECT FROM sidegate.kill_switch k
      WHERE k.effect = '*' AND k.scope = '*' AND k.enabled) AS enabled,
    -- Looked up once for all requests.
    EXISTS (SELECT FROM sidegate.failover_gate g WHERE g.one AND g.open) AS nothing_lost
  FROM request r
  LEFT JOIN LATERAL (
    SELECT * FROM sidegate.intent i
    WHERE i.scope = r.scope AND i.effect = r.effect AND i.key = r.key
    ORDER BY i.generation DESC LIMIT 1) i ON true
  LEFT JOIN LATERAL (
    SELECT o.operation FROM sidegate.intent o
    WHERE o.scope = r.scope AND o.effect = r.effect AND o.key = r.key
      AND o.generation < i.generation
      AND o.payload_hash = r.hash AND o.payload_algorithm = r.algorithm
    ORDER BY o.generation DESC LIMIT 1) o ON i.payload_hash <> r.hash
  LEFT JOIN LATERAL (
    SELECT d.intent AS operation FROM sidegate.operator_decision d
    WHERE d.intent = i.operation AND d.kind = 'SUPERSEDE' AND d.payload_hash = r.hash
      AND i.state IN ('COMPLETED', 'ABANDONED', 'REJECTED', 'EXPIRED', 'CANCELLED',
        'FAILED_TERMINAL')
      AND i.hold_reason IS DISTINCT FROM 'contradicted'
    LIMIT 1) s ON i.payload_hash <> r.hash
  LEFT JOIN LATERAL (
    SELECT p.version FROM sidegate.effect_policy p WHERE p.effect = r.effect LIMIT 1) p ON true
),

-- What the request amounts to. Only OPEN, RETRY and EXPIRE write.
wish AS MATERIALIZED (
  SELECT s.*,
    CASE
      -- Law 2: past its lease means doubt, for whoever asks; its own process may still ask again.
      WHEN s.state = 'PROCESSING' AND s.own AND s.equal THEN 'RECOGNISED'
      WHEN s.state = 'PROCESSING' AND s.past_lease THEN 'EXPIRE'
      -- Law 10: an older generation answers for its own payload.
      WHEN s.older IS NOT NULL THEN 'STANDING'
      WHEN s.equal AND NOT (s.may_retry
        AND (s.state = 'FAILED_RETRYABLE' OR s.state = 'UNKNOWN' AND s.repeatable)) THEN 'STANDING'
      -- Law 5, except where it is proven that nothing applied, or a person corrects (law 10).
      WHEN NOT s.equal AND NOT s.spent AND s.superseded IS NULL THEN 'OTHER_PAYLOAD'
      -- From here on a body would run (law 11).
      WHEN s.stopped IS NOT NULL OR NOT s.enabled THEN 'STOPPED'
      -- A claim may have been lost, and only the provider could know.
      WHEN NOT s.nothing_lost AND NOT CASE WHEN s.equal THEN s.repeatable
        ELSE s.idempotent OR s.keyed_millis IS NOT NULL END THEN 'STOPPED'
      WHEN NOT s.policy_known THEN 'OTHER_POLICY'
      -- A nested call starts no attempt after the outer one's deadline.
      WHEN s.not_after <= s.at THEN 'TOO_LATE'
      WHEN s.equal THEN 'RETRY'
      ELSE 'OPEN'
    END AS step
  FROM seen s
),

locked AS MATERIALIZED (
  SELECT w.ordinal, w.step, w.at, w.state AS from_state, w.operation, w.owner, w.lease_millis,
    w.detail, w.keyed_millis, w.idempotent, w.reconciler, w.settle_delay_millis, w.watched
  FROM (SELECT * FROM wish WHERE step IN ('RETRY', 'EXPIRE') ORDER BY scope, effect, key) w
  CROSS JOIN LATERAL (
    SELECT FROM sidegate.intent i
    WHERE i.operation = w.operation AND i.version = w.version
    FOR UPDATE) i
),

moved AS (
  UPDATE sidegate.intent i SET
    state = CASE l.step WHEN 'RETRY' THEN 'PROCESSING' ELSE 'UNKNOWN' END,
    version = i.version + 1,
    lease_owner = CASE l.step WHEN 'RETRY' THEN l.owner ELSE i.lease_owner END,
    expires_at = CASE l.step WHEN 'RETRY' THEN l.at + l.lease_millis * interval '1 ms'
                 ELSE i.expires_at END,
    claimed_from = CASE l.step WHEN 'RETRY' THEN l.from_state ELSE i.claimed_from END,
    attempts = i.attempts + CASE l.step WHEN 'RETRY' THEN 1 ELSE 0 END,
    last_attempt = i.last_attempt + CASE l.step WHEN 'RETRY' THEN 1 ELSE 0 END,
    unresolved = i.unresolved + CASE l.step WHEN 'EXPIRE' THEN 1 ELSE 0 END,
    keyed_until = CASE WHEN l.step = 'EXPIRE' THEN i.keyed_until
                  WHEN i.keyed_until IS NOT NULL AND l.keyed_millis IS NOT NULL
                  THEN least(i.keyed_until,
                    i.first_started_at + l.keyed_millis * interval '1 ms') END,
    idempotent = i.idempotent AND (l.step = 'EXPIRE' OR l.idempotent),
    -- An old doubt keeps the reconciler that it arose under.
    reconciler = CASE WHEN l.step = 'RETRY' AND l.from_state <> 'UNKNOWN' THEN l.reconciler
                 ELSE i.reconciler END,
    settle_delay_millis = CASE WHEN l.step = 'RETRY' AND l.from_state <> 'UNKNOWN'
                          THEN l.settle_delay_millis ELSE i.settle_delay_millis END,
    doubt_since = coalesce(i.doubt_since, CASE l.step WHEN 'EXPIRE' THEN l.at END),
    -- A receipt is proof already; else a reconciler asks once what was sent has arrived.
    next_probe_at = CASE WHEN l.step <> 'EXPIRE' THEN NULL
                    WHEN i.receipt IS NOT NULL THEN l.at
                    WHEN i.reconciler IS NOT NULL
                    THEN l.at + i.settle_delay_millis * interval '1 ms' END,
    hold_reason = NULL,
    reason = CASE l.step WHEN 'EXPIRE' THEN 'the lease ran out' END,
    changed_at = l.at,
    audit_sequence = i.audit_sequence + 1,
    audit_head = sidegate.audit_hash(i.audit_head, i.operation, i.audit_sequence + 1, l.at,
      session_user,
      CASE l.step WHEN 'RETRY' THEN 'CLAIMED' ELSE 'LEASE_EXPIRED' END, l.from_state,
      CASE l.step WHEN 'RETRY' THEN 'PROCESSING' ELSE 'UNKNOWN' END,
      i.last_attempt + CASE l.step WHEN 'RETRY' THEN 1 ELSE 0 END,
      CASE l.step WHEN 'RETRY' THEN l.detail END)
  FROM locked l
  WHERE i.operation = l.operation AND i.operation = ANY (ARRAY(SELECT operation FROM locked))
  RETURNING l.ordinal, l.step, l.from_state, l.detail, i.operation, i.state, i.version,
    i.generation, i.attempts, i.last_attempt, i.lease_owner, i.deadline, i.changed_at,
    i.payload_hash, i.payload_algorithm, i.payload_schema, i.reason, i.audit_sequence,
    i.audit_head, l.watched
),

opened AS (
  INSERT INTO sidegate.intent (
    operation, scope, effect, key, generation, state, version, lease_owner, expires_at,
    attempts, last_attempt, max_attempts, deadline, policy_version,
    payload, payload_hash, payload_algorithm, payload_schema,
    first_started_at, keyed_until, idempotent, reconciler, settle_delay_millis, corrects,
    opened_at, changed_at, audit_sequence, audit_head)
  SELECT
    w.new_operation, w.scope, w.effect, w.key, w.generation + 1, 'PROCESSING', 1, w.owner,
    w.at + w.lease_millis * interval '1 ms',
    1, 1, w.max_attempts, least(w.at + w.deadline_millis * interval '1 ms', w.not_after),
    w.policy_version, w.payload, w.hash, w.algorithm, w.schema,
    w.at, w.at + w.keyed_millis * interval '1 ms', w.idempotent, w.reconciler,
    w.settle_delay_millis, CASE WHEN NOT w.spent THEN w.superseded END,
    w.at, w.at, 1,
    sidegate.audit_hash('', w.new_operation, 1, w.at, session_user,
      'CLAIMED', NULL, 'PROCESSING', 1, w.detail)
  FROM wish w
  WHERE w.step = 'OPEN'
    AND (SELECT count(*) FROM locked) >= 0 -- after the locks, never between them
  ORDER BY w.scope, w.effect, w.key
  ON CONFLICT DO NOTHING
  RETURNING operation, state, version, generation, attempts, last_attempt, deadline, audit_head
),

written AS MATERIALIZED (
  SELECT w.ordinal, 'RETRY' AS step, NULL AS from_state, w.detail, o.operation, o.state, o.version,
    o.generation, o.attempts, o.last_attempt, w.owner, o.deadline, w.at,
    w.hash AS payload_hash, w.algorithm AS payload_algorithm, w.schema AS payload_schema,
    NULL AS reason, 1 AS audit_sequence, o.audit_head, w.watched
  FROM opened o JOIN wish w ON w.new_operation = o.operation
  UNION ALL
  SELECT m.ordinal, m.step, m.from_state, CASE m.step WHEN 'RETRY' THEN m.detail END, m.operation,
    m.state, m.version, m.generation, m.attempts, m.last_attempt, m.lease_owner, m.deadline,
    m.changed_at, m.payload_hash, m.payload_algorithm, m.payload_schema, m.reason,
    m.audit_sequence, m.audit_head, m.watched
  FROM moved m
),

started AS (
  INSERT INTO sidegate.attempt (intent, number, owner, state, started_at, watched)
  SELECT n.operation, n.last_attempt, n.owner, 'RUNNING', n.at, n.watched
  FROM written n WHERE n.step = 'RETRY'
),

doubted AS (
  UPDATE sidegate.attempt a SET state = 'UNKNOWN', ended_at = n.at, can_send = NOT a.watched
  FROM written n
  WHERE n.step = 'EXPIRE' AND a.intent = n.operation AND a.number = n.last_attempt
    AND a.intent = ANY (ARRAY(SELECT operation FROM written WHERE step = 'EXPIRE'))
),

recorded AS (
  INSERT INTO sidegate.audit_event (
    chain, sequence, at, actor, kind, from_state, to_state, attempt, detail, hash)
  SELECT n.operation, n.audit_sequence, n.at, session_user,
    CASE n.step WHEN 'RETRY' THEN 'CLAIMED' ELSE 'LEASE_EXPIRED' END,
    n.from_state, n.state, n.last_attempt, n.detail, n.audit_head
  FROM written n
)

SELECT w.ordinal,
  CASE
    WHEN n.step = 'RETRY' THEN 'GRANTED'
    WHEN n.step = 'EXPIRE' AND w.equal THEN 'STANDING'
    WHEN n.step = 'EXPIRE' THEN 'OTHER_PAYLOAD'
    WHEN w.step IN ('OPEN', 'RETRY', 'EXPIRE') THEN 'RACE'
    ELSE w.step
  END AS verdict,
  CASE
    WHEN w.stopped IS NOT NULL THEN w.stopped
    WHEN NOT w.enabled THEN 'no enabled row for all effects and scopes'
    WHEN w.step = 'STOPPED' THEN 'its provider promises nothing about repetitions, and '
      || coalesce((SELECT g.reason FROM sidegate.failover_gate g WHERE g.one),
        'no row says that the database lost nothing')
  END AS stopped,
  w.policy_version,
  coalesce(n.operation, a.operation) AS operation,
  coalesce(n.state, a.state) AS state,
  coalesce(n.version, a.version) AS version,
  coalesce(n.generation, a.generation) AS generation,
  coalesce(n.attempts, a.attempts) AS attempts,
  coalesce(n.last_attempt, a.last_attempt) AS last_attempt,
  coalesce(n.deadline, a.deadline) AS deadline,
  clock_timestamp() AS answered_at,
  coalesce(n.payload_hash, a.payload_hash) AS payload_hash,
  coalesce(n.payload_algorithm, a.payload_algorithm) AS payload_algorithm,
  coalesce(n.payload_schema, a.payload_schema) AS payload_schema,
  a.result, a.receipt, a.failure,
  CASE WHEN n.operation IS NULL THEN coalesce(nullif(a.hold, 'undetermined'), a.reason)
    ELSE n.reason END AS reason,
  CASE WHEN n.operation IS NULL THEN a.hold END AS hold,
  CASE WHEN n.operation IS NULL THEN a.next_try_at END AS next_try_at,
  -- For the caller to look at by the older view, where another release stored it.
  CASE WHEN w.step IN ('OTHER_PAYLOAD', 'EXPIRE') AND NOT w.equal AND a.payload_schema <> w.schema
    THEN a.payload END AS other_payload
FROM wish w
LEFT JOIN written n USING (ordinal)
LEFT JOIN LATERAL (
  SELECT a.*, sidegate.hold(a) AS hold
  FROM sidegate.intent a WHERE a.operation = coalesce(w.older, w.operation) LIMIT 1) a ON true
ORDER BY w.ordinal
