-- The audit beyond the intents' own chains: each process's own chain (law 15), anchors that seal
-- every chain, and retention, which leaves a tombstone of each key and never touches doubt (law 14).

-- One engine in one JVM: what it refused, and what its attempts reported too late. Its events stand
-- in audit_event, under the chain's id.
CREATE TABLE sidegate.process_chain (
  chain          uuid        NOT NULL PRIMARY KEY,
  opened_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor          text        NOT NULL DEFAULT session_user,
  changed_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  audit_sequence bigint      NOT NULL DEFAULT 0,
  audit_head     bytea       NOT NULL DEFAULT '',
  -- The event of the installation's chain that removed this chain's events; null while they stand.
  pruned         bigint
);

-- Appends to a process's chain, which has so many events before; false if it has not. What was
-- appended before is not appended again: an acknowledgement may have been lost, or the journal of a
-- process that died is written by another one. Runs as the tables' owner.
CREATE FUNCTION sidegate.record_process(
  process uuid, written bigint, kinds text[], details text[]) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known sidegate.process_chain;
  happened timestamptz;
BEGIN
  IF written = 0 THEN
    INSERT INTO sidegate.process_chain (chain) VALUES (process) ON CONFLICT DO NOTHING;
  END IF;
  SELECT * INTO known FROM sidegate.process_chain c WHERE c.chain = process FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  ELSIF known.audit_sequence >= written + cardinality(kinds) THEN
    RETURN true;
  ELSIF known.audit_sequence <> written THEN
    RETURN false;
  END IF;
  FOR i IN 1 .. cardinality(kinds) LOOP
    happened := clock_timestamp();
    known.audit_sequence := known.audit_sequence + 1;
    known.audit_head := sidegate.audit_hash(known.audit_head, process, known.audit_sequence,
      happened, session_user, kinds[i], NULL, NULL, NULL, details[i]);
    INSERT INTO sidegate.audit_event (chain, sequence, at, actor, kind, detail, hash)
    VALUES (process, known.audit_sequence, happened, session_user, kinds[i], details[i],
      known.audit_head);
  END LOOP;
  UPDATE sidegate.process_chain c
  SET audit_sequence = known.audit_sequence, audit_head = known.audit_head, changed_at = happened
  WHERE c.chain = process;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION sidegate.record_process FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sidegate.record_process TO sidegate_agent;
GRANT SELECT ON sidegate.process_chain TO sidegate_agent, sidegate_operator, sidegate_reader;

-- Which transaction wrote an event. Below the oldest one that still runs (the snapshot's horizon)
-- nothing is added any more: an anchor seals the events between the last anchor's horizon and its
-- own, without a lock that a caller would wait for, and misses none that commits later.
ALTER TABLE sidegate.audit_event
  ADD transaction bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint);
-- Rises with the pages of a table that only grows: a few bytes per page range, not per row.
CREATE INDEX audit_event_transaction ON sidegate.audit_event
  USING brin (transaction) WITH (pages_per_range = 16, autosummarize = on);

DROP TRIGGER own_name_and_time ON sidegate.audit_event;
CREATE TRIGGER own_name_and_time BEFORE INSERT ON sidegate.audit_event
FOR EACH ROW WHEN (NEW.actor <> session_user
  OR NEW.at < statement_timestamp() OR NEW.at > clock_timestamp()
  OR NEW.transaction <> pg_current_xact_id()::text::bigint)
EXECUTE FUNCTION sidegate.refuse('an audit event carries its own writer, time and transaction');

-- Seals the heads that its members name: their hashes, one over the other, in the order of the
-- chains, are its root, and its own hash covers root and earlier anchor.
CREATE TABLE sidegate.audit_anchor (
  number   bigint      NOT NULL PRIMARY KEY CHECK (number >= 1),
  made_at  timestamptz NOT NULL,
  made_by  text        NOT NULL,
  -- Transactions below are sealed, in the cluster that counts them.
  horizon  bigint      NOT NULL,
  cluster  bigint      NOT NULL,
  members  bigint      NOT NULL,
  root     bytea       NOT NULL,
  previous bytea       NOT NULL,
  hash     bytea       NOT NULL
);

-- Which chain an anchor sealed, and up to where. Says which row is missing when one is; stands for
-- what retention removes; and where there is no horizon, or another cluster's, says what is not
-- sealed yet.
CREATE TABLE sidegate.audit_anchor_member (
  chain    uuid   NOT NULL,
  sequence bigint NOT NULL,
  anchor   bigint NOT NULL,
  hash     bytea  NOT NULL,
  PRIMARY KEY (chain, sequence)
);

GRANT SELECT ON sidegate.audit_anchor, sidegate.audit_anchor_member
  TO sidegate_agent, sidegate_operator, sidegate_reader;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON sidegate.audit_anchor
FOR EACH ROW EXECUTE FUNCTION sidegate.refuse('the audit is append-only');
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON sidegate.audit_anchor
FOR EACH STATEMENT EXECUTE FUNCTION sidegate.refuse('the audit is append-only');
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON sidegate.audit_anchor_member
FOR EACH ROW EXECUTE FUNCTION sidegate.refuse('the audit is append-only');
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON sidegate.audit_anchor_member
FOR EACH STATEMENT EXECUTE FUNCTION sidegate.refuse('the audit is append-only');

-- One hash over many values, in the order of the aggregate: sha256(… sha256(sha256(a) || b) || c).
CREATE FUNCTION sidegate.seal_step(sealed bytea, more bytea) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN sha256(sealed || more);
CREATE AGGREGATE sidegate.seal(bytea) (SFUNC = sidegate.seal_step, STYPE = bytea, INITCOND = '');

-- Which cluster counts the transactions; 0 if it does not say.
CREATE FUNCTION sidegate.cluster() RETURNS bigint
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (SELECT c.system_identifier FROM pg_control_system() c);
EXCEPTION WHEN undefined_function OR insufficient_privilege THEN
  RETURN 0;
END $$;

-- Makes the next anchor, if the last one is older than the pause and there is something to seal:
-- at most so many events, and "more" says whether others wait. One at a time; callers do not wait.
CREATE FUNCTION sidegate.seal_audit(
  pause interval, most integer, OUT anchor bigint, OUT sealed bigint, OUT more boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off
AS $$
DECLARE
  last sidegate.audit_anchor;
  next sidegate.audit_anchor;
  candidates integer;
BEGIN
  more := false;
  sealed := 0;
  BEGIN
    LOCK TABLE sidegate.audit_anchor IN SHARE ROW EXCLUSIVE MODE NOWAIT;
  EXCEPTION WHEN lock_not_available THEN
    RETURN;
  END;
  SELECT * INTO last FROM sidegate.audit_anchor a ORDER BY a.number DESC LIMIT 1;
  IF last.made_at > clock_timestamp() - pause THEN
    RETURN;
  END IF;
  next.number := coalesce(last.number, 0) + 1;
  next.cluster := sidegate.cluster();
  next.horizon := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  -- The statements below see whatever committed before the horizon was read.
  IF last.number IS NULL
    OR (next.cluster <> 0 AND next.cluster = last.cluster AND next.horizon >= last.horizon) THEN
    WITH candidate AS MATERIALIZED (
      SELECT e.chain, e.sequence FROM sidegate.audit_event e
      WHERE e.transaction >= coalesce(last.horizon, 0) AND e.transaction < next.horizon
        AND NOT EXISTS (
          SELECT FROM sidegate.audit_anchor_member m
          WHERE m.chain = e.chain AND m.sequence >= e.sequence)
      LIMIT most
    ), member AS (
      INSERT INTO sidegate.audit_anchor_member (chain, sequence, anchor, hash)
      SELECT e.chain, e.sequence, next.number, e.hash
      FROM (SELECT c.chain, max(c.sequence) AS sequence FROM candidate c GROUP BY c.chain) c
      JOIN LATERAL (
        SELECT * FROM sidegate.audit_event e
        WHERE e.chain = c.chain AND e.sequence = c.sequence LIMIT 1) e ON true
      RETURNING chain, sequence, hash
    )
    SELECT count(*), sidegate.seal(uuid_send(m.chain) || int8send(m.sequence) || m.hash
        ORDER BY m.chain), (SELECT count(*) FROM candidate)
    INTO next.members, next.root, candidates
    FROM member m;
  ELSE
    -- Another cluster's counter, or none: what no anchor names is not sealed.
    WITH candidate AS MATERIALIZED (
      SELECT e.chain, e.sequence FROM sidegate.audit_event e
      WHERE NOT EXISTS (
        SELECT FROM sidegate.audit_anchor_member m
        WHERE m.chain = e.chain AND m.sequence >= e.sequence)
      LIMIT most
    ), member AS (
      INSERT INTO sidegate.audit_anchor_member (chain, sequence, anchor, hash)
      SELECT e.chain, e.sequence, next.number, e.hash
      FROM (SELECT c.chain, max(c.sequence) AS sequence FROM candidate c GROUP BY c.chain) c
      JOIN LATERAL (
        SELECT * FROM sidegate.audit_event e
        WHERE e.chain = c.chain AND e.sequence = c.sequence LIMIT 1) e ON true
      RETURNING chain, sequence, hash
    )
    SELECT count(*), sidegate.seal(uuid_send(m.chain) || int8send(m.sequence) || m.hash
        ORDER BY m.chain), (SELECT count(*) FROM candidate)
    INTO next.members, next.root, candidates
    FROM member m;
  END IF;
  IF next.members = 0 THEN
    RETURN;
  END IF;
  more := candidates = most;
  IF more THEN
    -- Not everything below the horizon is sealed: the next anchor begins where this one did.
    next.horizon := coalesce(last.horizon, 0);
    next.cluster := coalesce(last.cluster, next.cluster);
  END IF;
  next.made_at := clock_timestamp();
  next.made_by := session_user;
  next.previous := coalesce(last.hash, '');
  next.hash := sha256(next.previous || int8send(next.number) || timestamptz_send(next.made_at)
    || int8send(next.members) || next.root || convert_to(next.made_by, 'UTF8'));
  INSERT INTO sidegate.audit_anchor SELECT next.*;
  anchor := next.number;
  sealed := next.members;
END $$;
REVOKE ALL ON FUNCTION sidegate.seal_step, sidegate.seal, sidegate.cluster, sidegate.seal_audit
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sidegate.seal_audit TO sidegate_agent, sidegate_operator;

-- A tombstone keeps its key readable: keys hold no sensitive value (law 13), the claim finds it by
-- the same index as ever, and people can still be told what was done. Payload hash and receipt stay
-- with it: an equal payload is answered, another one refused.
ALTER TABLE sidegate.intent
  -- The event of the installation's chain that removed payload, result, attempts and audit events.
  ADD pruned bigint;

CREATE OR REPLACE TRIGGER finished_is_finished BEFORE UPDATE ON sidegate.intent
FOR EACH ROW WHEN (OLD.state = 'COMPLETED'
  AND (OLD.receipt IS DISTINCT FROM NEW.receipt
    OR OLD.result IS DISTINCT FROM NEW.result
      AND (NEW.result IS NOT NULL OR NEW.pruned IS NULL)))
EXECUTE FUNCTION sidegate.refuse('a completed intent keeps its result and receipt');

-- Law 14: doubt, and what waits for a person, is never pruned; and a tombstone is for ever.
CREATE TRIGGER doubt_is_never_pruned BEFORE UPDATE ON sidegate.intent
FOR EACH ROW WHEN (OLD.pruned IS NULL AND NEW.pruned IS NOT NULL
  AND (OLD.state NOT IN ('COMPLETED', 'FAILED_TERMINAL', 'REJECTED', 'CANCELLED', 'EXPIRED')
    OR OLD.hold_reason IS NOT NULL OR OLD.unresolved > 0 OR OLD.pending_evidence > 0))
EXECUTE FUNCTION sidegate.refuse('only what is settled is pruned');

CREATE TRIGGER tombstones_stay BEFORE UPDATE ON sidegate.intent
FOR EACH ROW WHEN (OLD.pruned IS NOT NULL
  AND (NEW.pruned IS DISTINCT FROM OLD.pruned
    OR NEW.payload IS NOT NULL OR NEW.result IS NOT NULL))
EXECUTE FUNCTION sidegate.refuse('a tombstone stays');

CREATE TRIGGER no_key_is_forgotten BEFORE DELETE ON sidegate.intent
FOR EACH ROW EXECUTE FUNCTION sidegate.refuse('no key is ever forgotten');
CREATE TRIGGER no_key_is_forgotten_whole BEFORE TRUNCATE ON sidegate.intent
FOR EACH STATEMENT EXECUTE FUNCTION sidegate.refuse('no key is ever forgotten');

-- An event goes only with its chain's tombstone, and only if an anchor stands for it.
CREATE FUNCTION sidegate.check_removal() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
      SELECT FROM sidegate.audit_anchor_member m
      WHERE m.chain = OLD.chain AND m.sequence >= OLD.sequence)
    OR NOT (
      EXISTS (
        SELECT FROM sidegate.intent i WHERE i.operation = OLD.chain AND i.pruned IS NOT NULL)
      OR EXISTS (
        SELECT FROM sidegate.process_chain c WHERE c.chain = OLD.chain AND c.pruned IS NOT NULL))
  THEN
    RAISE EXCEPTION 'sidegate: the audit is append-only'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;
DROP TRIGGER append_only ON sidegate.audit_event;
CREATE TRIGGER append_only BEFORE UPDATE ON sidegate.audit_event
FOR EACH ROW EXECUTE FUNCTION sidegate.refuse('the audit is append-only');
CREATE TRIGGER removed_behind_anchors BEFORE DELETE ON sidegate.audit_event
FOR EACH ROW EXECUTE FUNCTION sidegate.check_removal();

-- Prunes the settled intents among the next so many operations, and answers where it stopped: each
-- step is small, needs no index of its own, and skips what somebody else holds. With the first step
-- of all effects, the chains of processes that ended long ago. Rows are locked in (scope, effect,
-- key) order. One event of the installation's chain says how many, and a hash over their ids.
CREATE FUNCTION sidegate.prune(
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
  DELETE FROM sidegate.audit_event e WHERE e.chain = ANY (chosen || ended);
END $$;
REVOKE ALL ON FUNCTION sidegate.prune FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sidegate.prune TO sidegate_operator;

UPDATE sidegate.installation SET schema_version = 5;
