-- Prunes the settled intents among the next operations; the owner's function does it, since nobody
-- else may remove anything. Index: intent_pkey.
SELECT last, examined, intents, processes
FROM sidegate.prune(:after::uuid, :examine::integer, :effect::text, :effects::text[],
  :retention_millis::bigint[], :otherwise_millis::bigint, :dry::boolean)
