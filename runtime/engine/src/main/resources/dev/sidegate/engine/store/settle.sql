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
    :provider_request_ids::text[], :details::text[]) WITH ORDINALITY
  AS r (operation, owner, version, attempt, kind, result, receipt, failure_class, failure, message,
    delay_millis, provider_request_ids, detail, ordinal)
),

locked AS MATERIALIZED (
  SELECT r.*,
    i.state AS from_state,
    coalesce(i.lease_owner = r.owner, false)
      AND i.state = 'PROCESSING' AND i.version = r.version AS running,
    -- Swept or expired, and nothing happened since: the attempt's own word ends the doubt.
    coalesce(i.lease_owner = r.owner, false)
      AND i.state = 'UNKNOWN' AND i.expires_at IS NOT NULL AS doubted,
    -- Its own end is recorded already: the acknowledgement was lost.
    coalesce(i.lease_owner = r.owner, false)
      AND i.state <> 'PROCESSING' AND i.expires_at IS NULL AS repeated,
    i.unresolved - CASE WHEN i.state = 'UNKNOWN' THEN 1 ELSE 0 END AS others_unresolved,
    i.claimed_from, i.max_attempts, i.deadline,
    i.version AS seen_version, i.generation, i.attempts, i.payload_hash, i.payload_algorithm,
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
      WHEN l.kind = 'COMPLETED' THEN 'COMPLETED'
      -- Law 3: while an earlier attempt is unresolved, no failure of a later one is proven.
      WHEN l.kind = 'DOUBT' OR l.others_unresolved > 0 THEN 'UNKNOWN'
      WHEN l.kind = 'TERMINAL' THEN 'FAILED_TERMINAL'
      WHEN l.kind = 'HANDED_BACK' THEN coalesce(l.claimed_from, 'FAILED_RETRYABLE')
      ELSE 'FAILED_RETRYABLE'
    END AS to_state,
    CASE l.kind
      WHEN 'COMPLETED' THEN 'COMPLETED'
      WHEN 'DOUBT' THEN 'UNKNOWN'
      WHEN 'HANDED_BACK' THEN 'HANDED_BACK'
      ELSE 'NOT_APPLIED'
    END AS attempt_state,
    CASE l.kind
      WHEN 'COMPLETED' THEN 0
      WHEN 'DOUBT' THEN l.others_unresolved + 1
      ELSE l.others_unresolved
    END AS unresolved
  FROM locked l
  WHERE l.running OR l.doubted
),

settled AS (
  UPDATE sidegate.intent i SET
    state = d.to_state,
    version = i.version + 1,
    expires_at = NULL,
    attempts = i.attempts - CASE d.kind WHEN 'HANDED_BACK' THEN 1 ELSE 0 END,
    unresolved = d.unresolved,
    next_try_at = CASE d.kind WHEN 'RETRYABLE' THEN d.at + d.delay_millis * interval '1 ms'
                  WHEN 'HANDED_BACK' THEN i.next_try_at END,
    hold_reason = CASE WHEN d.kind = 'RETRYABLE' AND d.to_state = 'FAILED_RETRYABLE'
                    AND (d.attempts >= d.max_attempts
                      OR d.at + d.delay_millis * interval '1 ms' >= d.deadline)
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
    d.receipt AS given_receipt, d.message, d.provider_request_ids, i.operation, i.state, i.version,
    i.attempts, i.last_attempt, i.receipt, i.failure_class, i.failure, i.hold_reason, i.reason,
    i.next_try_at, i.changed_at, i.audit_sequence, i.audit_head
),

ended AS (
  UPDATE sidegate.attempt a SET
    state = s.attempt_state, ended_at = s.changed_at,
    receipt = coalesce(s.given_receipt, a.receipt),
    failure_class = s.failure_class, failure = s.failure, message = s.message,
    provider_request_ids = string_to_array(s.provider_request_ids, chr(31))
  FROM settled s
  WHERE a.intent = s.operation AND a.number = s.last_attempt
    AND a.intent = ANY (ARRAY(SELECT operation FROM settled))
),

recorded AS (
  INSERT INTO sidegate.audit_event (
    chain, sequence, at, actor, kind, from_state, to_state, attempt, detail, hash)
  SELECT s.operation, s.audit_sequence, s.changed_at, session_user, s.kind, s.from_state, s.state,
    s.attempt, s.detail, s.audit_head
  FROM settled s
),

-- Law 12: who lost says what it knows, and moves nothing. A claim handed back knows nothing.
kept AS (
  INSERT INTO sidegate.late_evidence (
    intent, attempt, owner, kind, receipt, result, failure, message)
  SELECT l.operation, l.attempt, l.owner, l.kind, l.receipt, l.result, l.failure, l.message
  FROM locked l
  WHERE NOT (l.running OR l.doubted OR l.repeated) AND l.kind <> 'HANDED_BACK'
  ON CONFLICT DO NOTHING
)

SELECT r.ordinal,
  CASE
    WHEN s.operation IS NOT NULL OR l.repeated THEN 'SETTLED'
    WHEN l.operation IS NULL THEN 'MISSING'
    ELSE 'FENCED'
  END AS verdict,
  r.operation,
  coalesce(s.state, l.from_state) AS state,
  coalesce(s.version, l.seen_version) AS version,
  l.generation,
  coalesce(s.attempts, l.attempts) AS attempts,
  l.payload_hash, l.payload_algorithm, l.payload_schema,
  -- The caller has just sent the result; it is not sent back.
  CASE WHEN s.operation IS NULL THEN l.seen_result END AS result,
  CASE WHEN s.operation IS NULL THEN l.seen_receipt ELSE s.receipt END AS receipt,
  CASE WHEN s.operation IS NULL THEN l.seen_failure ELSE s.failure END AS failure,
  CASE WHEN s.operation IS NULL THEN l.seen_reason ELSE coalesce(s.hold_reason, s.reason) END
    AS reason,
  CASE WHEN s.operation IS NULL THEN l.seen_next_try_at ELSE s.next_try_at END AS next_try_at
FROM request r
LEFT JOIN locked l USING (ordinal)
LEFT JOIN settled s USING (ordinal)
ORDER BY r.ordinal
