-- Every audit event, in the order of the chains, read by a cursor. Index: audit_event_pkey.
SELECT e.chain, e.sequence, e.at, e.actor, e.kind, e.from_state, e.to_state, e.attempt, e.detail,
  encode(e.hash, 'hex') AS hash
FROM sidegate.audit_event e
ORDER BY e.chain, e.sequence
