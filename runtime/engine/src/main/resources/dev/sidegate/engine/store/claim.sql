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
-- kill_switch_pkey.
WITH request AS MATERIALIZED (
  SELECT r.*, clock_timestamp() AS at
  FROM unnest(
    :operations::uuid[], :scopes::text[], :effects::text[], :keys::text[],
    :hashes::bytea[], :algorithms::integer[], :schemas::text[], :payloads::bytea[],
    :owners::uuid[], :lease_millis::bigint[], :policy_versions::integer[],
    :max_attempts::integer[], :deadline_millis::bigint[], :details::text[]) WITH ORDINALITY
  AS r (operation, scope, effect, key, hash, algorithm, schema, payload, owner, lease_millis,
    policy_version, max_attempts, deadline_millis, detail, ordinal)
),

-- The newest generation of each key, and an older one if only that has an equal payload.
seen AS MATERIALIZED (
  SELECT r.ordinal, r.at, r.owner,
    i.operation, i.version, i.state, coalesce(i.generation, 0) AS generation,
    i.lease_owner = r.owner AS own,
    i.expires_at <= r.at AS past_lease,
    i.payload_hash = r.hash AND i.payload_algorithm = r.algorithm AS equal,
    coalesce(i.next_try_at <= r.at, true) AND i.attempts < i.max_attempts AND r.at < i.deadline
      AS may_retry,
    o.operation AS older,
    p.version IS NOT DISTINCT FROM r.policy_version AS policy_known,
    coalesce(p.version, 0) AS policy_version,
    (SELECT k.reason FROM sidegate.kill_switch k
      WHERE k.effect IN ('*', r.effect) AND k.scope IN ('*', r.scope) AND NOT k.enabled
      ORDER BY k.effect, k.scope LIMIT 1) AS stopped,
    EXISTS (SELECT FROM sidegate.kill_switch k
      WHERE k.effect = '*' AND k.scope = '*' AND k.enabled) AS enabled
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
  LEFT JOIN sidegate.effect_policy p ON p.effect = r.effect
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
      WHEN s.equal AND NOT (s.state = 'FAILED_RETRYABLE' AND s.may_retry) THEN 'STANDING'
      -- Law 5, except where it is proven that nothing applied (law 10).
      WHEN NOT s.equal
        AND s.state NOT IN ('REJECTED', 'EXPIRED', 'CANCELLED', 'FAILED_TERMINAL') THEN 'OTHER_PAYLOAD'
      -- From here on a body would run (law 11).
      WHEN s.stopped IS NOT NULL OR NOT s.enabled THEN 'STOPPED'
      WHEN NOT s.policy_known THEN 'OTHER_POLICY'
      WHEN s.equal THEN 'RETRY'
      ELSE 'OPEN'
    END AS step
  FROM seen s
),

locked AS MATERIALIZED (
  SELECT w.ordinal, w.step, w.at, w.state AS from_state, i.operation
  FROM wish w
  JOIN sidegate.intent i ON i.operation = w.operation AND i.version = w.version
  WHERE w.step IN ('RETRY', 'EXPIRE')
  ORDER BY i.scope, i.effect, i.key
  FOR UPDATE OF i
),

moved AS (
  UPDATE sidegate.intent i SET
    state = CASE l.step WHEN 'RETRY' THEN 'PROCESSING' ELSE 'UNKNOWN' END,
    version = i.version + 1,
    lease_owner = CASE l.step WHEN 'RETRY' THEN r.owner ELSE i.lease_owner END,
    expires_at = CASE l.step WHEN 'RETRY' THEN l.at + r.lease_millis * interval '1 ms'
                 ELSE i.expires_at END,
    claimed_from = CASE l.step WHEN 'RETRY' THEN l.from_state ELSE i.claimed_from END,
    attempts = i.attempts + CASE l.step WHEN 'RETRY' THEN 1 ELSE 0 END,
    last_attempt = i.last_attempt + CASE l.step WHEN 'RETRY' THEN 1 ELSE 0 END,
    unresolved = i.unresolved + CASE l.step WHEN 'EXPIRE' THEN 1 ELSE 0 END,
    hold_reason = NULL,
    reason = CASE l.step WHEN 'EXPIRE' THEN 'the lease ran out' END,
    changed_at = l.at,
    audit_sequence = i.audit_sequence + 1,
    audit_head = sidegate.audit_hash(i.audit_head, i.operation, i.audit_sequence + 1, l.at,
      session_user,
      CASE l.step WHEN 'RETRY' THEN 'CLAIMED' ELSE 'LEASE_EXPIRED' END, l.from_state,
      CASE l.step WHEN 'RETRY' THEN 'PROCESSING' ELSE 'UNKNOWN' END,
      i.last_attempt + CASE l.step WHEN 'RETRY' THEN 1 ELSE 0 END,
      CASE l.step WHEN 'RETRY' THEN r.detail END)
  FROM locked l JOIN request r USING (ordinal)
  WHERE i.operation = l.operation
  RETURNING l.ordinal, l.step, l.from_state, i.*
),

opened AS (
  INSERT INTO sidegate.intent (
    operation, scope, effect, key, generation, state, version, lease_owner, expires_at,
    attempts, last_attempt, max_attempts, deadline, policy_version,
    payload, payload_hash, payload_algorithm, payload_schema,
    opened_at, changed_at, audit_sequence, audit_head)
  SELECT
    r.operation, r.scope, r.effect, r.key, w.generation + 1, 'PROCESSING', 1, r.owner,
    r.at + r.lease_millis * interval '1 ms',
    1, 1, r.max_attempts, r.at + r.deadline_millis * interval '1 ms', w.policy_version,
    r.payload, r.hash, r.algorithm, r.schema,
    r.at, r.at, 1,
    sidegate.audit_hash('', r.operation, 1, r.at, session_user,
      'CLAIMED', NULL, 'PROCESSING', 1, r.detail)
  FROM wish w JOIN request r USING (ordinal)
  WHERE w.step = 'OPEN'
    AND (SELECT count(*) FROM locked) >= 0 -- after the locks, never between them
  ORDER BY r.scope, r.effect, r.key
  ON CONFLICT DO NOTHING
  RETURNING *
),

granted AS MATERIALIZED (
  SELECT r.ordinal, 'RETRY' AS step, o.operation, o.last_attempt, o.lease_owner, o.changed_at,
    o.audit_sequence, NULL AS from_state, o.state, r.detail, o.audit_head
  FROM opened o JOIN request r ON r.operation = o.operation
  UNION ALL
  SELECT m.ordinal, m.step, m.operation, m.last_attempt, m.lease_owner, m.changed_at,
    m.audit_sequence, m.from_state, m.state, CASE m.step WHEN 'RETRY' THEN r.detail END,
    m.audit_head
  FROM moved m JOIN request r USING (ordinal)
),

started AS (
  INSERT INTO sidegate.attempt (intent, number, owner, state, actor, started_at)
  SELECT g.operation, g.last_attempt, g.lease_owner, 'RUNNING', session_user, g.changed_at
  FROM granted g WHERE g.step = 'RETRY'
),

doubted AS (
  UPDATE sidegate.attempt a SET state = 'UNKNOWN', ended_at = g.changed_at
  FROM granted g
  WHERE g.step = 'EXPIRE' AND a.intent = g.operation AND a.number = g.last_attempt
),

recorded AS (
  INSERT INTO sidegate.audit_event (
    chain, sequence, at, actor, kind, from_state, to_state, attempt, detail, hash)
  SELECT g.operation, g.audit_sequence, g.changed_at, session_user,
    CASE g.step WHEN 'RETRY' THEN 'CLAIMED' ELSE 'LEASE_EXPIRED' END,
    g.from_state, g.state, g.last_attempt, g.detail, g.audit_head
  FROM granted g
)

SELECT w.ordinal,
  CASE
    WHEN o.operation IS NOT NULL OR m.step = 'RETRY' THEN 'GRANTED'
    WHEN m.step = 'EXPIRE' AND w.equal THEN 'STANDING'
    WHEN m.step = 'EXPIRE' THEN 'OTHER_PAYLOAD'
    WHEN w.step IN ('OPEN', 'RETRY', 'EXPIRE') THEN 'RACE'
    ELSE w.step
  END AS verdict,
  coalesce(w.stopped, 'no enabled row for all effects and scopes') AS stopped,
  w.policy_version,
  coalesce(o.operation, m.operation, a.operation) AS operation,
  coalesce(o.state, m.state, a.state) AS state,
  coalesce(o.version, m.version, a.version) AS version,
  coalesce(o.generation, m.generation, a.generation) AS generation,
  coalesce(o.attempts, m.attempts, a.attempts) AS attempts,
  coalesce(o.last_attempt, m.last_attempt, a.last_attempt) AS last_attempt,
  coalesce(o.deadline, m.deadline, a.deadline) AS deadline,
  coalesce(o.payload_hash, m.payload_hash, a.payload_hash) AS payload_hash,
  coalesce(o.payload_algorithm, m.payload_algorithm, a.payload_algorithm) AS payload_algorithm,
  coalesce(o.payload_schema, m.payload_schema, a.payload_schema) AS payload_schema,
  a.result, a.receipt, a.failure,
  CASE
    WHEN m.operation IS NOT NULL THEN m.reason
    WHEN a.state = 'FAILED_RETRYABLE' AND a.deadline <= w.at THEN 'exhausted'
    ELSE coalesce(a.hold_reason, a.reason)
  END AS reason,
  CASE WHEN o.operation IS NULL AND m.operation IS NULL THEN a.next_try_at END AS next_try_at
FROM wish w
LEFT JOIN opened o ON o.operation = (SELECT r.operation FROM request r WHERE r.ordinal = w.ordinal)
LEFT JOIN moved m ON m.ordinal = w.ordinal
LEFT JOIN sidegate.intent a ON a.operation = coalesce(w.older, w.operation)
ORDER BY w.ordinal
