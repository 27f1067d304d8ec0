-- Ends attempts: one row per request in, one row per request out.
--
-- One statement, so that intent, attempt, late evidence and audit event are one commit and one
-- round trip. Compare-and-set on owner and version, not on time (laws 9 and 12): an attempt past
-- its lease that nobody has moved is ended as usual. Rows are locked first, in (scope, effect,
-- key) order, and read under the lock, so nothing is decided from an old snapshot.
--
-- Indexes: intent_pkey, attempt_pkey. With stale statistics the planner hashed the whole table
-- instead; the lists of ids leave it no other way. Between the steps it may hash. Each step carries
-- the request's columns along, since each join back costs a batch again.
WITH request AS MATERIALIZED (
  SELECT r.*, clock_timestamp() AS at
  FROM unnest(
    :operations::uuid[], :owners::uuid[], :versions::bigint[], :attempts::integer[],
    :kinds::text[], :results::bytea[], :receipts::text[], :failure_classes::text[],
    :failures::text[], :messages::text[], :delay_millis::bigint[],
    :provider_request_ids::text[], :details::text[], :can_send::boolean[], :requests::integer[],
    :holds::text[])
    WITH ORDINALITY
  AS r (operation, owner, version, attempt, kind, result, receipt, failure_class, failure, message,
    delay_millis, provider_request_ids, detail, can_send, requests, hold, ordinal)
),

locked AS MATERIALIZED (
  SELECT r.*,
    i.state AS from_state,
    coalesce(i.lease_owner = r.owner, false)
      AND i.state = 'PROCESSING' AND i.version = r.version AS running,
    -- Swept or expired, and nothing happened since: the attempt's own word ends the doubt.
    coalesce(i.lease_owner = r.owner, false)
      AND i.state = 'UNKNOWN' AND i.expires_at IS NOT NULL
      AND i.hold_reason IS DISTINCT FROM 'contradicted' AS doubted,
    -- Its own end is recorded already: the acknowledgement was lost.
    coalesce(i.lease_owner = r.owner, false)
      AND i.state <> 'PROCESSING' AND i.expires_at IS NULL AS repeated,
    i.unresolved - CASE WHEN i.state = 'UNKNOWN' THEN 1 ELSE 0 END AS others_unresolved,
    i.claimed_from, i.queued, i.max_attempts, i.deadline, i.hold_reason, i.pending_evidence,
    i.expires_at, coalesce(i.hold_reason = 'contradicted', false) AS contradicted,
    i.idempotent, coalesce(i.idempotent OR r.at <= i.keyed_until, false) AS repeatable,
    i.attempts - CASE r.kind WHEN 'POSTPONED' THEN 1 ELSE 0 END >= i.max_attempts
      OR r.at + r.delay_millis * interval '1 ms' >= i.deadline AS spent,
    i.last_attempt, i.version AS seen_version, i.generation, i.attempts, i.payload_hash, i.payload_algorithm,
    i.payload_schema, i.result AS seen_result, i.receipt AS seen_receipt,
    i.failure AS seen_failure, coalesce(i.hold_reason, i.reason) AS seen_reason,
    i.next_try_at AS seen_next_try_at
  FROM request r
  JOIN sidegate.intent i ON i.operation = r.operation
  WHERE i.operation = ANY (ARRAY(SELECT operation FROM request))
  ORDER BY i.scope, i.effect, i.key
  FOR UPDATE OF i
),

decided AS MATERIALIZED (
  SELECT l.*,
    CASE
      -- Law 3: a completion resolves earlier attempts only where the provider takes repetitions;
      -- and while one is unresolved, no failure of a later one is proven.
      WHEN l.kind = 'COMPLETED' AND (l.others_unresolved = 0 OR l.repeatable) THEN 'COMPLETED'
      WHEN l.kind = 'DOUBT' OR l.others_unresolved > 0 THEN 'UNKNOWN'
      WHEN l.kind = 'TERMINAL' THEN 'FAILED_TERMINAL'
      WHEN l.kind = 'HANDED_BACK' THEN coalesce(l.claimed_from, 'FAILED_RETRYABLE')
      WHEN l.kind = 'HELD' THEN 'AUTHORIZED'
      -- The dispatcher goes on with what is its own, while there is budget.
      WHEN l.queued AND NOT l.spent THEN 'AUTHORIZED'
      ELSE 'FAILED_RETRYABLE'
    END AS to_state,
    CASE l.kind
      WHEN 'COMPLETED' THEN 'COMPLETED'
      WHEN 'DOUBT' THEN 'UNKNOWN'
      WHEN 'HANDED_BACK' THEN 'HANDED_BACK'
      WHEN 'HELD' THEN 'HANDED_BACK'
      ELSE 'NOT_APPLIED'
    END AS attempt_state,
    CASE
      WHEN l.kind = 'COMPLETED' AND l.repeatable THEN 0
      WHEN l.kind = 'DOUBT' THEN l.others_unresolved + 1
      ELSE l.others_unresolved
    END AS unresolved
  FROM locked l
  LEFT JOIN LATERAL (
    SELECT count(*) AS visible
    FROM sidegate.late_evidence e
    WHERE l.pending_evidence > 0 AND e.intent = l.operation AND e.verdict IS NULL) e ON true
  -- Evidence that came after this snapshot cannot be judged by it: the caller asks again.
  WHERE (l.running OR l.doubted) AND e.visible >= l.pending_evidence
),

-- Law 12: proofs of earlier attempts that waited for this one's end.
judged AS (
  UPDATE sidegate.late_evidence e SET
    verdict = CASE WHEN CASE d.to_state
        WHEN 'COMPLETED' THEN d.idempotent OR e.receipt = coalesce(d.receipt, d.seen_receipt)
        WHEN 'UNKNOWN' THEN d.idempotent
      END THEN 'CONFIRMED' ELSE 'CONTRADICTED' END
  FROM decided d
  WHERE d.pending_evidence > 0 AND e.intent = d.operation AND e.verdict IS NULL
    AND e.intent = ANY (ARRAY(SELECT operation FROM decided WHERE pending_evidence > 0))
  RETURNING e.intent, e.verdict
),

settled AS (
  UPDATE sidegate.intent i SET
    state = d.to_state,
    version = i.version + 1,
    expires_at = NULL,
    attempts = i.attempts - CASE WHEN d.kind IN ('HANDED_BACK', 'HELD', 'POSTPONED') THEN 1 ELSE 0 END,
    unresolved = d.unresolved,
    doubt_since = CASE d.to_state WHEN 'UNKNOWN' THEN coalesce(i.doubt_since, d.at) END,
    next_probe_at = CASE WHEN d.to_state = 'UNKNOWN' AND i.reconciler IS NOT NULL
                    THEN d.at + i.settle_delay_millis * interval '1 ms' END,
    probes = CASE d.to_state WHEN 'UNKNOWN' THEN i.probes ELSE 0 END,
    pending_evidence = 0,
    next_try_at = CASE
      WHEN d.kind IN ('HANDED_BACK', 'HELD') THEN i.next_try_at
      WHEN d.to_state IN ('FAILED_RETRYABLE', 'AUTHORIZED', 'UNKNOWN')
      THEN d.at + d.delay_millis * interval '1 ms' END,
    hold_reason = CASE
      WHEN d.pending_evidence > 0
        AND EXISTS (SELECT FROM judged j WHERE j.intent = d.operation AND j.verdict = 'CONTRADICTED')
      THEN 'contradicted'
      -- A reconciler found something else than this completion.
      WHEN d.hold_reason = 'conflict' AND d.to_state = 'COMPLETED' THEN 'contradicted'
      WHEN d.kind = 'HELD' THEN coalesce(d.hold_reason, d.hold)
      WHEN d.to_state = 'UNKNOWN' THEN d.hold_reason
      WHEN d.kind IN ('RETRYABLE', 'POSTPONED') AND d.to_state = 'FAILED_RETRYABLE'
        AND d.spent
      THEN 'exhausted' END,
    result = d.result,
    receipt = coalesce(d.receipt, i.receipt),
    failure_class = d.failure_class,
    failure = d.failure,
    reason = d.message,
    changed_at = d.at,
    audit_sequence = i.audit_sequence + 1,
    audit_head = sidegate.audit_hash(i.audit_head, i.operation, i.audit_sequence + 1, d.at,
      session_user, d.kind, d.from_state, d.to_state, d.attempt, d.detail)
  FROM decided d
  WHERE i.operation = d.operation AND i.operation = ANY (ARRAY(SELECT operation FROM decided))
  RETURNING d.ordinal, d.kind, d.from_state, d.attempt_state, d.attempt, d.detail,
    d.receipt AS given_receipt, d.message, d.provider_request_ids, d.can_send, d.requests,
    i.operation, i.state, i.version,
    i.attempts, i.last_attempt, i.receipt, i.failure_class, i.failure, i.hold_reason, i.reason,
    i.next_try_at, i.changed_at, i.audit_sequence, i.audit_head
),

ended AS (
  UPDATE sidegate.attempt a SET
    state = s.attempt_state, ended_at = s.changed_at,
    receipt = coalesce(s.given_receipt, a.receipt),
    failure_class = s.failure_class, failure = s.failure, message = s.message,
    provider_request_ids = string_to_array(s.provider_request_ids, chr(31)),
    can_send = s.can_send, requests = s.requests
  FROM settled s
  WHERE a.intent = s.operation AND a.number = s.last_attempt
    AND a.intent = ANY (ARRAY(SELECT operation FROM settled))
),

-- Law 12: who lost says what it knows, and moves nothing. A claim handed back knows nothing. What
-- proves an effect waits for an attempt that runs, or that ran out and may still speak; else it is
-- judged at once. Proof of the contrary opposes a completion that no other attempt can have made.
late AS MATERIALIZED (
  SELECT l.*,
    CASE
      WHEN l.kind = 'COMPLETED' THEN CASE
        WHEN l.from_state = 'COMPLETED' AND (l.idempotent OR l.receipt = l.seen_receipt)
        THEN 'CONFIRMED'
        -- What a lookup found was this attempt's own deed: none came later, and nobody decided.
        WHEN l.from_state = 'COMPLETED' AND l.attempt = l.last_attempt
          AND coalesce(l.receipt = l.seen_receipt, true) AND NOT EXISTS (
            SELECT FROM sidegate.operator_decision d
            WHERE d.intent = l.operation AND d.kind IN ('APPLIED', 'NOT_APPLIED', 'ABANDON'))
        THEN 'CONFIRMED'
        WHEN l.from_state = 'PROCESSING'
          OR l.from_state = 'UNKNOWN' AND l.expires_at IS NOT NULL AND NOT l.contradicted
        THEN NULL
        WHEN l.from_state = 'UNKNOWN' AND l.idempotent THEN 'CONFIRMED'
        ELSE 'CONTRADICTED' END
      WHEN l.kind IN ('RETRYABLE', 'TERMINAL') AND l.from_state = 'COMPLETED' AND NOT EXISTS (
        SELECT FROM sidegate.attempt a
        WHERE a.intent = l.operation AND a.number <> l.attempt AND a.state = 'COMPLETED')
      THEN 'CONTRADICTED'
      ELSE 'KEPT'
    END AS verdict
  FROM locked l
  WHERE NOT (l.running OR l.doubted OR l.repeated) AND l.kind NOT IN ('HANDED_BACK', 'HELD', 'POSTPONED')
),
kept AS (
  INSERT INTO sidegate.late_evidence (
    intent, attempt, owner, kind, receipt, result, failure, message, verdict)
  SELECT l.operation, l.attempt, l.owner, l.kind, l.receipt, l.result, l.failure, l.message,
    l.verdict
  FROM late l
  ON CONFLICT DO NOTHING
  RETURNING intent, verdict
),

-- The version moves where a person or a claim must not go by what it saw before; never under an
-- attempt that runs, which compares it.
marked AS (
  UPDATE sidegate.intent i SET
    pending_evidence = i.pending_evidence + CASE WHEN k.verdict IS NULL THEN 1 ELSE 0 END,
    hold_reason = CASE k.verdict WHEN 'CONTRADICTED' THEN 'contradicted' ELSE i.hold_reason END,
    version = i.version + CASE i.state WHEN 'PROCESSING' THEN 0 ELSE 1 END,
    changed_at = l.at,
    audit_sequence = i.audit_sequence + 1,
    audit_head = sidegate.audit_hash(i.audit_head, i.operation, i.audit_sequence + 1, l.at,
      session_user, coalesce(k.verdict, 'PENDING'), i.state, i.state, l.attempt, l.detail)
  FROM kept k JOIN late l ON l.operation = k.intent
  WHERE i.operation = l.operation AND i.operation = ANY (ARRAY(SELECT intent FROM kept))
    AND k.verdict IS DISTINCT FROM 'KEPT'
  RETURNING l.ordinal, coalesce(k.verdict, 'PENDING') AS kind, l.attempt, l.detail, i.operation,
    i.state, i.version, i.hold_reason, i.changed_at, i.audit_sequence, i.audit_head
),

recorded AS (
  INSERT INTO sidegate.audit_event (
    chain, sequence, at, actor, kind, from_state, to_state, attempt, detail, hash)
  SELECT s.operation, s.audit_sequence, s.changed_at, session_user, s.kind, s.from_state, s.state,
    s.attempt, s.detail, s.audit_head
  FROM settled s
  UNION ALL
  SELECT m.operation, m.audit_sequence, m.changed_at, session_user, m.kind, m.state, m.state,
    m.attempt, m.detail, m.audit_head
  FROM marked m
)

SELECT r.ordinal,
  CASE
    WHEN s.operation IS NOT NULL OR l.repeated THEN 'SETTLED'
    WHEN l.operation IS NULL THEN 'MISSING'
    WHEN l.running OR l.doubted THEN 'RACE'
    ELSE 'FENCED'
  END AS verdict,
  r.operation,
  coalesce(s.state, l.from_state) AS state,
  coalesce(s.version, m.version, l.seen_version) AS version,
  l.generation,
  coalesce(s.attempts, l.attempts) AS attempts,
  l.payload_hash, l.payload_algorithm, l.payload_schema,
  -- The caller has just sent the result; it is not sent back.
  CASE WHEN s.operation IS NULL THEN l.seen_result END AS result,
  CASE WHEN s.operation IS NULL THEN l.seen_receipt ELSE s.receipt END AS receipt,
  CASE WHEN s.operation IS NULL THEN l.seen_failure ELSE s.failure END AS failure,
  CASE WHEN s.operation IS NULL THEN l.seen_reason ELSE coalesce(s.hold_reason, s.reason) END
    AS reason,
  CASE WHEN s.operation IS NOT NULL THEN s.hold_reason ELSE coalesce(m.hold_reason, l.hold_reason)
    END AS hold,
  CASE WHEN s.operation IS NULL THEN l.seen_next_try_at ELSE s.next_try_at END AS next_try_at
FROM request r
LEFT JOIN locked l USING (ordinal)
LEFT JOIN settled s USING (ordinal)
LEFT JOIN marked m USING (ordinal)
ORDER BY r.ordinal
