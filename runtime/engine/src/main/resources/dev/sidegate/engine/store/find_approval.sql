-- An intent with its newest question. Indexes: intent_pkey, approval_intent_number_key.
SELECT i.operation, i.scope, i.effect, i.key, i.generation, i.state AS intent_state, i.version,
  i.payload, i.payload_hash, i.payload_algorithm, i.payload_schema,
  q.id, q.number, q.state, q.mode, q.role, q.fallback_role, q.fallback_at, q.needed,
  q.policy_version, encode(q.payload_hash, 'hex') AS asked_hash,
  encode(q.bound_hash, 'hex') AS bound_digest, q.asked_because, q.requester, q.facts, q.asked_at,
  q.expires_at, q.decided_at, q.decided_by, q.reason
FROM sidegate.intent i
CROSS JOIN LATERAL (
  SELECT * FROM sidegate.approval q WHERE q.intent = i.operation ORDER BY q.number DESC LIMIT 1) q
WHERE i.operation = :operation::uuid
