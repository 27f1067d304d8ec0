-- The claim of an owner's token, if it was granted and nothing happened since: the attempt runs,
-- or its lease ran out. Index: intent_identity.
SELECT i.operation, i.scope, i.effect, i.key, i.generation, i.version, i.last_attempt,
  i.lease_owner, i.deadline
FROM sidegate.intent i
WHERE i.scope = :scope::text AND i.effect = :effect::text AND i.key = :key::text
  AND i.lease_owner = :owner::uuid AND i.expires_at IS NOT NULL
