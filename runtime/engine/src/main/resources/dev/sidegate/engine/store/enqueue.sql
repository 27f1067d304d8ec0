-- Asks for effects that do not run in their caller's thread: approved, windowed or queued ones. One
-- row per request in, one row per request out.
--
-- The same comparisons in the same order as claim.sql, and as there one statement: what is finished
-- or waits already is answered and nothing is written, so a repeated call finds the same question.
-- Else the intent begins with its question (AWAITING_HUMAN) or in the queue (AUTHORIZED); which of
-- them, the policy's row says, never the request. A voided question is asked anew. Triggers fill in
-- who decides and until when; the walls look at the rest.
--
-- Locks are taken in (scope, effect, key) order. Verdict RACE as in claim.sql. Old questions are
-- not locked: the lock order is approval, intent, outbox.
--
-- Indexes: intent_identity, intent_pkey, effect_policy_pkey, kill_switch_pkey,
-- approval_intent_number_key, effect_outbox_pkey.
WITH request AS MATERIALIZED (
  SELECT r.*, clock_timestamp() AS at
  FROM unnest(
    :operations::uuid[], :approvals::uuid[], :scopes::text[], :effects::text[], :keys::text[],
    :hashes::bytea[], :algorithms::integer[], :schemas::text[], :payloads::bytea[],
    :bound_hashes::bytea[], :policy_versions::integer[], :max_attempts::integer[],
    :budget_millis::bigint[], :delay_millis::bigint[], :order_keys::text[],
    :reconcilers::text[], :settle_delay_millis::bigint[],
    :rules::text[], :rule_versions::integer[], :rule_verdicts::text[],
    :remind_millis::bigint[], :requesters::text[], :facts::text[], :channels::text[],
    :details::text[], :contexts::text[]) WITH ORDINALITY
  AS r (new_operation, new_approval, scope, effect, key, hash, algorithm, schema, payload,
    bound_hash, known_policy, max_attempts, budget_millis, delay_millis, order_key, reconciler,
    settle_delay_millis, rule, rule_version, rule_verdict, remind_millis, requester, facts,
    channels, detail, context, ordinal)
),

-- The newest generation of each key, an older one if only that has an equal payload, and the
-- newest question.
seen AS (
  SELECT r.*,
    i.operation, i.version, i.state, coalesce(i.generation, 0) AS generation,
    i.payload_hash = r.hash AND i.payload_algorithm = r.algorithm AS equal,
    i.state IN ('REJECTED', 'EXPIRED', 'CANCELLED', 'FAILED_TERMINAL') AND i.corrects IS NULL
      AND i.hold_reason IS DISTINCT FROM 'contradicted' AS spent,
    -- Its yes, or the question for it, is one of an older policy, and nothing was tried under it.
    i.state = 'AWAITING_HUMAN' AND coalesce(q.state = 'VOID' AND q.expires_at > r.at, q.id IS NULL)
      OR i.state = 'AUTHORIZED' AND i.unresolved = 0
        AND coalesce(q.policy_version, i.policy_version) <> p.version AS outdated,
    s.operation AS superseded,
    o.operation AS older,
    p.version IS NOT DISTINCT FROM r.known_policy AS policy_known,
    coalesce(p.version, 0) AS policy_version,
    coalesce(p.demands_approval, false) AS demanded, p.approval_mode, p.approval_millis,
    p.window_millis, p.sample_ppm,
    coalesce(p.rule = r.rule AND p.rule_version = r.rule_version, false) AS rule_known,
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
  LEFT JOIN LATERAL (
    SELECT d.intent AS operation FROM sidegate.operator_decision d
    WHERE d.intent = i.operation AND d.kind = 'SUPERSEDE' AND d.payload_hash = r.hash
      AND i.state IN ('COMPLETED', 'ABANDONED', 'REJECTED', 'EXPIRED', 'CANCELLED',
        'FAILED_TERMINAL')
      AND i.hold_reason IS DISTINCT FROM 'contradicted'
    LIMIT 1) s ON i.payload_hash <> r.hash
  LEFT JOIN LATERAL (
    SELECT * FROM sidegate.effect_policy p WHERE p.effect = r.effect LIMIT 1) p ON true
  LEFT JOIN LATERAL (
    SELECT * FROM sidegate.approval q WHERE q.intent = i.operation
    ORDER BY q.number DESC LIMIT 1) q ON i.state IN ('AWAITING_HUMAN', 'AUTHORIZED')
),

-- What the request amounts to. Only OPEN and ASK_AGAIN write.
wish AS MATERIALIZED (
  SELECT s.*,
    CASE
      -- Law 10: an older generation answers for its own payload.
      WHEN s.older IS NOT NULL THEN 'STANDING'
      WHEN s.equal AND NOT (s.outdated AND s.demanded) THEN 'STANDING'
      -- Law 5, except where it is proven that nothing applied, or a person corrects (law 10).
      WHEN NOT s.equal AND NOT s.spent AND s.superseded IS NULL THEN 'OTHER_PAYLOAD'
      -- Law 11: what is stopped is not asked for either.
      WHEN s.stopped IS NOT NULL OR NOT s.enabled THEN 'STOPPED'
      WHEN NOT s.policy_known THEN 'OTHER_POLICY'
      WHEN s.equal THEN 'ASK_AGAIN'
      ELSE 'OPEN'
    END AS step,
    CASE
      WHEN NOT s.demanded THEN 'QUEUED'
      WHEN s.equal THEN 'ASKED_AGAIN'
      WHEN s.approval_mode = 'CANCEL_WINDOW' THEN 'QUEUED_WITH_WINDOW'
      WHEN s.approval_mode = 'BY_EXCEPTION' AND s.rule_known AND s.rule_verdict = 'PASSED'
        AND NOT sidegate.sampled(s.scope, s.effect, s.key, s.generation + 1, s.sample_ppm)
        THEN 'PASSED_BY_RULE'
      ELSE 'ASKED'
    END AS way,
    CASE
      WHEN s.approval_mode <> 'BY_EXCEPTION' THEN 'policy'
      WHEN NOT s.rule_known THEN 'rule unknown'
      WHEN s.rule_verdict = 'PASSED' THEN 'sample'
      WHEN s.rule_verdict = 'SAID_NO' THEN 'rule said no'
      ELSE 'rule failed'
    END AS asked_because,
    s.at + greatest(s.delay_millis, CASE s.approval_mode WHEN 'CANCEL_WINDOW' THEN s.window_millis
      ELSE 0 END) * interval '1 ms' AS not_before
  FROM seen s
),

locked AS MATERIALIZED (
  SELECT w.*
  FROM (SELECT * FROM wish WHERE step = 'ASK_AGAIN' ORDER BY scope, effect, key) w
  CROSS JOIN LATERAL (
    SELECT FROM sidegate.intent i
    WHERE i.operation = w.operation AND i.version = w.version
    FOR UPDATE) i
),

-- What the rule said is there before the intent: the wall looks for it.
ruled AS (
  INSERT INTO sidegate.rule_decision (intent, policy_version, rule, rule_version, verdict)
  SELECT w.new_operation, w.policy_version, w.rule, w.rule_version, w.rule_verdict
  FROM wish w
  WHERE w.step = 'OPEN' AND w.approval_mode = 'BY_EXCEPTION' AND w.rule_verdict IS NOT NULL
    AND (SELECT count(*) FROM locked) >= 0 -- after the locks, never between them
  RETURNING intent
),

opened AS (
  INSERT INTO sidegate.intent (
    operation, scope, effect, key, generation, state, version, attempts, last_attempt,
    max_attempts, deadline, policy_version, payload, payload_hash, payload_algorithm,
    payload_schema, reconciler, settle_delay_millis, corrects, opened_at, changed_at,
    queued, audit_sequence, audit_head)
  SELECT
    w.new_operation, w.scope, w.effect, w.key, w.generation + 1,
    CASE w.way WHEN 'ASKED' THEN 'AWAITING_HUMAN' ELSE 'AUTHORIZED' END, 1, 0, 0,
    w.max_attempts,
    -- From the yes on, which sets it anew.
    w.not_before + (w.budget_millis + CASE w.way WHEN 'ASKED' THEN w.approval_millis ELSE 0 END)
      * interval '1 ms',
    w.policy_version, w.payload, w.hash, w.algorithm, w.schema, w.reconciler,
    w.settle_delay_millis, CASE WHEN NOT w.spent THEN w.superseded END,
    w.at, w.at, w.way <> 'ASKED', 1,
    sidegate.audit_hash('', w.new_operation, 1, w.at, session_user, w.way, NULL,
      CASE w.way WHEN 'ASKED' THEN 'AWAITING_HUMAN' ELSE 'AUTHORIZED' END, NULL, w.detail)
  FROM wish w
  WHERE w.step = 'OPEN' AND (SELECT count(*) FROM ruled) >= 0
  ORDER BY w.scope, w.effect, w.key
  ON CONFLICT DO NOTHING
  RETURNING operation, state, version, audit_sequence, audit_head
),

reopened AS (
  UPDATE sidegate.intent i SET
    state = 'AWAITING_HUMAN',
    version = i.version + 1,
    hold_reason = NULL,
    reason = NULL,
    next_try_at = NULL,
    changed_at = l.at,
    audit_sequence = i.audit_sequence + 1,
    audit_head = sidegate.audit_hash(i.audit_head, i.operation, i.audit_sequence + 1, l.at,
      session_user, 'ASKED_AGAIN', l.state, 'AWAITING_HUMAN', NULL, l.detail)
  FROM locked l
  WHERE i.operation = l.operation AND i.operation = ANY (ARRAY(SELECT operation FROM locked))
  RETURNING l.ordinal, i.operation, i.state, i.version, i.audit_sequence, i.audit_head
),

written AS MATERIALIZED (
  SELECT w.*, o.operation AS intent, NULL AS from_state, o.state AS to_state,
    o.version AS new_version, o.audit_sequence, o.audit_head
  FROM opened o JOIN wish w ON w.new_operation = o.operation
  UNION ALL
  SELECT w.*, o.operation, w.state, o.state, o.version, o.audit_sequence, o.audit_head
  FROM reopened o JOIN wish w USING (ordinal)
),

asked AS (
  INSERT INTO sidegate.approval (
    id, intent, bound_hash, asked_because, requester, facts, channels, budget_millis, order_key,
    delay_millis, remind_millis, context)
  SELECT n.new_approval, n.intent, n.bound_hash, n.asked_because, n.requester, n.facts,
    string_to_array(n.channels, ','), n.budget_millis, n.order_key, n.delay_millis,
    n.remind_millis, n.context
  FROM written n WHERE n.to_state = 'AWAITING_HUMAN'
  RETURNING id, intent, role, expires_at
),

queued AS (
  INSERT INTO sidegate.effect_outbox (
    intent, effect, scope, order_key, not_before, context)
  SELECT n.intent, n.effect, n.scope, n.order_key, n.not_before, n.context
  FROM written n WHERE n.to_state = 'AUTHORIZED'
),

recorded AS (
  INSERT INTO sidegate.audit_event (
    chain, sequence, at, actor, kind, from_state, to_state, attempt, detail, hash)
  SELECT n.intent, n.audit_sequence, n.at, session_user, n.way, n.from_state, n.to_state, NULL,
    n.detail, n.audit_head
  FROM written n
)

SELECT w.ordinal,
  CASE
    WHEN n.intent IS NOT NULL THEN 'STANDING'
    WHEN w.step IN ('OPEN', 'ASK_AGAIN') THEN 'RACE'
    ELSE w.step
  END AS verdict,
  coalesce(w.stopped, 'no enabled row for all effects and scopes') AS stopped,
  w.policy_version,
  coalesce(n.intent, a.operation) AS operation,
  coalesce(n.to_state, a.state) AS state,
  coalesce(n.new_version, a.version) AS version,
  CASE WHEN n.from_state IS NULL AND n.intent IS NOT NULL THEN w.generation + 1
    ELSE a.generation END AS generation,
  coalesce(a.attempts, 0) AS attempts,
  coalesce(a.payload_hash, n.hash) AS payload_hash,
  coalesce(a.payload_algorithm, n.algorithm) AS payload_algorithm,
  coalesce(a.payload_schema, n.schema) AS payload_schema,
  a.result, a.receipt, a.failure,
  CASE
    WHEN coalesce(n.to_state, a.state) = 'AWAITING_HUMAN' AND coalesce(q.id, k.id) IS NOT NULL
      THEN 'waits for ' || coalesce(q.role, k.role) || ' until ' || to_char(
        coalesce(q.expires_at, k.expires_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    WHEN n.intent IS NULL THEN coalesce(nullif(a.hold, 'undetermined'), a.reason)
  END AS reason,
  CASE WHEN n.intent IS NULL THEN a.hold END AS hold,
  CASE coalesce(n.to_state, a.state)
    WHEN 'AUTHORIZED' THEN coalesce(n.not_before, e.not_before)
    ELSE a.next_try_at END AS next_try_at
FROM wish w
LEFT JOIN written n USING (ordinal)
LEFT JOIN asked q ON q.intent = n.intent
-- A new intent is not in the snapshot; a reopened one is, as it was.
LEFT JOIN LATERAL (
  SELECT a.*, sidegate.hold(a) AS hold
  FROM sidegate.intent a WHERE a.operation = coalesce(w.older, w.operation)
    AND (n.intent IS NULL OR a.operation = n.intent) LIMIT 1) a ON true
LEFT JOIN LATERAL (
  SELECT * FROM sidegate.approval k WHERE k.intent = a.operation AND k.state = 'OPEN'
  ORDER BY k.number DESC LIMIT 1) k ON a.state = 'AWAITING_HUMAN'
LEFT JOIN LATERAL (
  SELECT * FROM sidegate.effect_outbox e WHERE e.intent = a.operation LIMIT 1)
  e ON a.state = 'AUTHORIZED'
ORDER BY w.ordinal
