-- Closes or opens the kill switch for all, an effect, a scope, or an effect in a scope.
--
-- One statement, so that the switch and its event in the installation's audit chain are one commit.
-- Index: kill_switch_pkey.
WITH switched AS (
  INSERT INTO sidegate.kill_switch AS k (effect, scope, enabled, reason)
  VALUES (:effect::text, :scope::text, :enabled::boolean, :reason::text)
  ON CONFLICT (effect, scope) DO UPDATE
  SET enabled = excluded.enabled, reason = excluded.reason,
    changed_at = clock_timestamp(), changed_by = session_user
  RETURNING *
),
moved AS (
  UPDATE sidegate.installation i SET
    audit_sequence = i.audit_sequence + 1,
    audit_head = sidegate.audit_hash(i.audit_head, i.id, i.audit_sequence + 1, s.changed_at,
      session_user, :kind::text, NULL, NULL, NULL, :detail::text)
  FROM switched s
  RETURNING i.*, s.changed_at
)
INSERT INTO sidegate.audit_event (chain, sequence, at, actor, kind, detail, hash)
SELECT m.id, m.audit_sequence, m.changed_at, session_user, :kind::text, :detail::text, m.audit_head
FROM moved m
