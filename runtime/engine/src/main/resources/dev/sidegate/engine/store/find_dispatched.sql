-- A queued intent that a token of this process took, if nothing happened since. Index: intent_pkey.
SELECT i.operation, i.scope, i.effect, i.key, i.generation, i.version, i.last_attempt,
  i.lease_owner, i.deadline
FROM sidegate.intent i
WHERE i.operation = :operation::uuid AND i.lease_owner = :owner::uuid AND i.expires_at IS NOT NULL
