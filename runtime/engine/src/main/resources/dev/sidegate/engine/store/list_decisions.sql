-- What people decided about one intent, in order. Index: operator_decision_intent.
SELECT d.decision, d.kind, d.seen, d.receipt, d.reason, d.attempts, d.deadline,
  encode(d.payload_hash, 'hex') AS payload_hash, d.reconciler, d.decided_at, d.decided_by
FROM sidegate.operator_decision d
WHERE d.intent = :operation::uuid
ORDER BY d.decided_at, d.decision
