-- What becomes of what is old: a doubt whose reconciler has changed, and what stood around an intent
-- that is pruned.

-- An operator lets another reconciler settle a doubt than the one it arose under.
ALTER TABLE sidegate.operator_decision
  DROP CONSTRAINT operator_decision_kind_check,
  ADD CONSTRAINT operator_decision_kind_check CHECK (kind IN (
    'APPLIED', 'NOT_APPLIED', 'ABANDON', 'GRANT', 'SUPERSEDE', 'ACKNOWLEDGE', 'CANCEL',
    'RECONCILE')),
  ADD reconciler text CHECK (reconciler <> ''),
  ADD CHECK ((kind = 'RECONCILE') = (reconciler IS NOT NULL));
GRANT INSERT (reconciler) ON sidegate.operator_decision TO sidegate_operator;
GRANT UPDATE (reconciler) ON sidegate.intent TO sidegate_operator;

CREATE TRIGGER doubt_keeps_its_reconciler BEFORE UPDATE ON sidegate.intent
FOR EACH ROW WHEN (OLD.state = 'UNKNOWN' AND OLD.reconciler IS DISTINCT FROM NEW.reconciler
  AND NOT pg_has_role(session_user, 'sidegate_operator', 'MEMBER'))
EXECUTE FUNCTION sidegate.refuse('a doubt keeps the reconciler that it arose under');

-- As V005 has it, and what people were asked, voted, were told, and what was queued goes with its
-- intent. Of an intent whose question is undecided nothing goes.
CREATE OR REPLACE FUNCTION sidegate.prune(
  after uuid, examine integer, only_effect text, effects text[], retention_millis bigint[],
  otherwise_millis bigint, dry boolean,
  OUT last uuid, OUT examined integer, OUT intents integer, OUT processes integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off
AS $$
DECLARE
  begun timestamptz := clock_timestamp();
  page uuid[];
  chosen uuid[];
  ended uuid[] := '{}';
  asked uuid[];
  event sidegate.installation;
  said text;
BEGIN
  page := ARRAY(
    SELECT i.operation FROM sidegate.intent i
    WHERE i.operation > after ORDER BY i.operation LIMIT examine);
  examined := cardinality(page);
  last := page[examined];
  chosen := ARRAY(
    SELECT i.operation
    FROM sidegate.intent i
    WHERE i.operation = ANY (page) AND i.pruned IS NULL
      AND i.state IN ('COMPLETED', 'FAILED_TERMINAL', 'REJECTED', 'CANCELLED', 'EXPIRED')
      AND i.unresolved = 0 AND i.pending_evidence = 0 AND sidegate.hold(i) IS NULL
      AND (only_effect IS NULL OR i.effect = only_effect)
      -- A question that people still see waits for them, or for its end.
      AND NOT EXISTS (
        SELECT FROM sidegate.approval a WHERE a.intent = i.operation AND a.decided_at IS NULL)
      AND i.changed_at < begun - interval '1 ms' * coalesce(
        (SELECT r.millis FROM unnest(effects, retention_millis) r (effect, millis)
          WHERE r.effect = i.effect LIMIT 1),
        otherwise_millis)
      AND EXISTS (
        SELECT FROM sidegate.audit_anchor_member m
        WHERE m.chain = i.operation AND m.sequence = i.audit_sequence AND m.hash = i.audit_head)
    ORDER BY i.scope, i.effect, i.key
    FOR UPDATE SKIP LOCKED);
  IF after = '00000000-0000-0000-0000-000000000000' AND only_effect IS NULL THEN
    ended := ARRAY(
      SELECT c.chain
      FROM sidegate.process_chain c
      WHERE c.pruned IS NULL AND c.changed_at < begun - interval '1 ms' * otherwise_millis
        AND EXISTS (
          SELECT FROM sidegate.audit_anchor_member m
          WHERE m.chain = c.chain AND m.sequence = c.audit_sequence AND m.hash = c.audit_head)
      ORDER BY c.chain LIMIT examine
      FOR UPDATE SKIP LOCKED);
  END IF;
  intents := cardinality(chosen);
  processes := cardinality(ended);
  IF dry OR intents + processes = 0 THEN
    RETURN;
  END IF;

  SELECT json_build_object(
      'digest', encode(sidegate.seal(uuid_send(o.operation) ORDER BY o.operation), 'hex'),
      'intents', intents::text, 'processes', processes::text)::text
  INTO said FROM unnest(chosen || ended) o (operation);
  SELECT * INTO event FROM sidegate.installation FOR UPDATE;
  event.audit_sequence := event.audit_sequence + 1;
  begun := clock_timestamp();
  event.audit_head := sidegate.audit_hash(event.audit_head, event.id, event.audit_sequence, begun,
    session_user, 'PRUNED', NULL, NULL, NULL, said);
  UPDATE sidegate.installation
  SET audit_sequence = event.audit_sequence, audit_head = event.audit_head;
  INSERT INTO sidegate.audit_event (chain, sequence, at, actor, kind, detail, hash)
  VALUES (event.id, event.audit_sequence, begun, session_user, 'PRUNED', said, event.audit_head);

  UPDATE sidegate.intent i
  SET payload = NULL, result = NULL, reason = NULL, pruned = event.audit_sequence
  WHERE i.operation = ANY (chosen);
  UPDATE sidegate.process_chain c SET pruned = event.audit_sequence WHERE c.chain = ANY (ended);
  DELETE FROM sidegate.attempt a WHERE a.intent = ANY (chosen);
  DELETE FROM sidegate.late_evidence l WHERE l.intent = ANY (chosen);
  DELETE FROM sidegate.reconciliation_probe p WHERE p.intent = ANY (chosen);
  DELETE FROM sidegate.rule_decision d WHERE d.intent = ANY (chosen);
  DELETE FROM sidegate.effect_outbox o WHERE o.intent = ANY (chosen);
  asked := ARRAY(SELECT a.id FROM sidegate.approval a WHERE a.intent = ANY (chosen));
  DELETE FROM sidegate.approval_vote v WHERE v.approval = ANY (asked);
  DELETE FROM sidegate.approval_token t WHERE t.approval = ANY (asked);
  DELETE FROM sidegate.approval_notice n WHERE n.approval = ANY (asked);
  DELETE FROM sidegate.approval a WHERE a.id = ANY (asked);
  DELETE FROM sidegate.audit_event e WHERE e.chain = ANY (chosen || ended);
END $$;

UPDATE sidegate.installation SET schema_version = 11;
