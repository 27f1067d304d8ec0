-- What the tables say of themselves, and how much waits in them.
-- Indexes: intent_open, audit_anchor_pkey, approval_undecided.
SELECT i.id, i.schema_version, i.serves_from,
  EXISTS (SELECT FROM sidegate.kill_switch k WHERE k.effect = '*' AND k.scope = '*' AND k.enabled)
    AS enabled,
  (SELECT g.open FROM sidegate.failover_gate g WHERE g.one) AS nothing_lost,
  (SELECT a.made_at FROM sidegate.audit_anchor a ORDER BY a.number DESC LIMIT 1) AS sealed_at,
  (SELECT count(*) FROM sidegate.intent t WHERE t.state = 'UNKNOWN') AS in_doubt,
  (SELECT min(t.doubt_since) FROM sidegate.intent t WHERE t.state = 'UNKNOWN') AS in_doubt_since,
  (SELECT count(*) FROM sidegate.approval q
    WHERE q.decided_at IS NULL AND q.state = 'OPEN') AS questions
FROM sidegate.installation i
