-- One audit chain, in order. Index: audit_event_pkey.
SELECT e.sequence, e.at, e.actor, e.kind, e.from_state, e.to_state, e.attempt, e.detail,
  encode(e.hash, 'hex') AS hash
FROM sidegate.audit_event e
WHERE e.chain = :chain::uuid
ORDER BY e.sequence
