-- Opens the gate that a failover or a restore closed; a person's work alone (law 8).
--
-- One statement, so that the gate and its event in the installation's audit chain are one commit.
-- Index: failover_gate_pkey.
WITH opened AS (
  UPDATE sidegate.failover_gate g SET
    open = true, reason = :reason::text, changed_at = clock_timestamp(), changed_by = session_user
  WHERE g.one AND NOT g.open
  RETURNING g.changed_at
),
moved AS (
  UPDATE sidegate.installation i SET
    audit_sequence = i.audit_sequence + 1,
    audit_head = sidegate.audit_hash(i.audit_head, i.id, i.audit_sequence + 1, o.changed_at,
      session_user, 'RESUMED_AFTER_FAILOVER', NULL, NULL, NULL, :detail::text)
  FROM opened o
  RETURNING i.id, i.audit_sequence, i.audit_head, o.changed_at
)
INSERT INTO sidegate.audit_event (chain, sequence, at, actor, kind, detail, hash)
SELECT m.id, m.audit_sequence, m.changed_at, session_user, 'RESUMED_AFTER_FAILOVER', :detail::text,
  m.audit_head
FROM moved m
RETURNING sequence
