-- What attempts reported after they had lost their intent. Index: late_evidence_pkey.
SELECT l.attempt, l.kind, l.at, l.actor, l.receipt, l.failure, l.message, l.verdict
FROM sidegate.late_evidence l
WHERE l.intent = :operation::uuid
ORDER BY l.at
