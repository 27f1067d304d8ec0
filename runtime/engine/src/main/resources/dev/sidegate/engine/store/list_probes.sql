-- Who asked the provider about an intent, and what came of it. Index: reconciliation_probe_pkey.
SELECT p.number, p.reconciler, p.actor, p.started_at, p.ended_at, p.verdict, p.receipt, p.detail,
  p.moved
FROM sidegate.reconciliation_probe p
WHERE p.intent = :operation::uuid
ORDER BY p.number
