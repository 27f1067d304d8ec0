-- The operation that corrects this one. Indexes: intent_pkey, intent_identity.
SELECT c.operation
FROM sidegate.intent i
CROSS JOIN LATERAL (
  SELECT c.operation FROM sidegate.intent c
  WHERE c.scope = i.scope AND c.effect = i.effect AND c.key = i.key
    AND c.generation > i.generation AND c.corrects = i.operation
  ORDER BY c.generation LIMIT 1) c
WHERE i.operation = :operation::uuid
