-- One row: which server these tables were last known to be on, and whether effects without a
-- provider's promise may run on it. A failover, a restore from an archive and an upgrade by copying
-- give another timeline or another system; the row travels with the tables, so that whoever
-- connects first sees the difference, with or without memories.
--
-- After such a change acknowledged claims may be lost, and nothing at the provider would stop an
-- effect that is neither keyed nor idempotent from happening twice: claim.sql asks whether the gate
-- is open. Whoever may start effects may close it, through server_changed, and never open it
-- (law 8).
CREATE TABLE sidegate.failover_gate (
  one               boolean     NOT NULL PRIMARY KEY DEFAULT true CHECK (one),
  -- Null where the server does not say.
  system_identifier text,
  timeline          bigint,
  -- Whether every standby had each commit when somebody last looked.
  synchronous       boolean     NOT NULL DEFAULT false,
  seen_at           timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_by           text        NOT NULL DEFAULT session_user,
  open              boolean     NOT NULL,
  reason            text        NOT NULL,
  changed_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_by        text        NOT NULL DEFAULT session_user
);

CREATE TRIGGER own_name_and_time BEFORE UPDATE ON sidegate.failover_gate
FOR EACH ROW WHEN (OLD.open <> NEW.open AND (NEW.changed_by <> session_user
  OR NEW.changed_at < statement_timestamp() OR NEW.changed_at > clock_timestamp()))
EXECUTE FUNCTION sidegate.refuse('a gate carries its own writer and time');

-- The server as it is now. Runs as the tables' owner, who may be allowed to see more than an
-- agent; what nobody may see is null, and a standby that nobody sees is not synchronous.
-- The timeline is that of the WAL file in use: the control file's is older until the first
-- checkpoint after a promotion.
CREATE FUNCTION sidegate.server_now(
  OUT system_identifier text, OUT timeline bigint, OUT wal_position bigint,
  OUT started_at timestamptz, OUT synchronous boolean)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  standbys text := current_setting('synchronous_standby_names');
BEGIN
  IF pg_is_in_recovery() THEN
    -- Such a connection would be there still after a promotion, and nobody would look again.
    RAISE EXCEPTION 'sidegate: the server is a standby' USING ERRCODE = 'cannot_connect_now';
  END IF;
  started_at := pg_postmaster_start_time();
  BEGIN
    system_identifier := (SELECT c.system_identifier::text FROM pg_control_system() c);
  EXCEPTION WHEN undefined_function OR insufficient_privilege OR feature_not_supported THEN
    NULL;
  END;
  BEGIN
    timeline := ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::bigint;
    -- Flushed, not written: a crash may lose the rest without losing anything acknowledged.
    wal_position := pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0');
  EXCEPTION WHEN undefined_function OR insufficient_privilege OR feature_not_supported THEN
    NULL;
  END;
  -- Whichever standby is promoted has every acknowledged commit: all of them are synchronous, and
  -- of a quorum all are waited for.
  synchronous := coalesce(
    standbys <> '' AND current_setting('synchronous_commit') IN ('on', 'remote_apply')
    AND (
      SELECT bool_and(r.sync_state = 'sync' OR r.sync_state = 'quorum' AND r.number
          <= substring(standbys FROM '^\s*[Aa][Nn][Yy]\s+(\d+)')::integer)
      FROM (
        SELECT coalesce(s.sync_state, 'not visible') AS sync_state, count(*) OVER () AS number
        FROM pg_stat_replication s
        WHERE s.state IS DISTINCT FROM 'backup') r),
    false);
END $$;

-- The server as it is, and whether it is the one that the tables know.
CREATE FUNCTION sidegate.look_at_server(
  OUT system_identifier text, OUT timeline bigint, OUT wal_position bigint,
  OUT started_at timestamptz, OUT synchronous boolean,
  OUT known boolean, OUT known_system_identifier text, OUT known_timeline bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known_synchronous boolean;
BEGIN
  SELECT * INTO system_identifier, timeline, wal_position, started_at, synchronous
  FROM sidegate.server_now();
  SELECT s.system_identifier, s.timeline, s.synchronous,
    s.system_identifier IS NOT DISTINCT FROM look_at_server.system_identifier
      AND s.timeline IS NOT DISTINCT FROM look_at_server.timeline
  INTO known_system_identifier, known_timeline, known_synchronous, known
  FROM sidegate.failover_gate s;
  known := coalesce(known, false);
  IF known AND known_synchronous <> synchronous THEN
    UPDATE sidegate.failover_gate s
    SET synchronous = look_at_server.synchronous, seen_at = clock_timestamp(),
      seen_by = session_user;
  END IF;
END $$;

-- Keeps which server it is from now on, and closes the gate, unless who asks has verified that
-- replication was synchronous, and the tables say so too. Answers whether it is closed now. There
-- is no way to open it here.
CREATE FUNCTION sidegate.server_changed(why text, verified boolean) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  actual record;
  known sidegate.failover_gate;
  same boolean;
  at timestamptz;
BEGIN
  SELECT * INTO actual FROM sidegate.server_now();
  SELECT * INTO known FROM sidegate.failover_gate FOR UPDATE;
  IF NOT FOUND THEN
    RETURN true; -- without its row the gate is closed
  END IF;
  same := known.system_identifier IS NOT DISTINCT FROM actual.system_identifier
    AND known.timeline IS NOT DISTINCT FROM actual.timeline;
  IF NOT same THEN
    UPDATE sidegate.failover_gate s SET
      system_identifier = actual.system_identifier, timeline = actual.timeline,
      synchronous = actual.synchronous, seen_at = clock_timestamp(), seen_by = session_user;
  END IF;
  IF known.open AND NOT coalesce(verified AND (same OR known.synchronous), false) THEN
    at := clock_timestamp();
    UPDATE sidegate.failover_gate s SET
      open = false, reason = left(why, 1000), changed_at = at, changed_by = session_user;
    WITH moved AS (
      UPDATE sidegate.installation i SET
        audit_sequence = i.audit_sequence + 1,
        audit_head = sidegate.audit_hash(i.audit_head, i.id, i.audit_sequence + 1, at,
          session_user, 'FAILOVER', NULL, NULL, NULL, left(why, 1000))
      RETURNING i.*)
    INSERT INTO sidegate.audit_event (chain, sequence, at, actor, kind, detail, hash)
    SELECT m.id, m.audit_sequence, at, session_user, 'FAILOVER', left(why, 1000), m.audit_head
    FROM moved m;
    RETURN true;
  END IF;
  RETURN NOT known.open;
END $$;

-- Writes one claim that was acknowledged and is not there: as doubt, with the owner's token, so
-- that the attempt's own end still settles it. Runs with the caller's rights and behind all walls,
-- in the steps that the claim and the end of its lease would have taken.
-- One claim at a time: what stands there instead is looked at under its lock.
--
-- KNOWN: it is there. REASSERTED: it is there now. TAKEN: the key was claimed by another one
-- meanwhile, which is answered as standing. LATER: what came before it is not there yet.
CREATE FUNCTION sidegate.reassert(
  lost_operation uuid, lost_scope text, lost_effect text, lost_key text, lost_generation integer,
  lost_attempt integer, lost_owner uuid, lost_millis bigint,
  lost_hash bytea, lost_algorithm integer, lost_schema text, lost_payload bytea,
  lost_policy integer, lost_max_attempts integer, lost_deadline timestamptz, lost_detail text,
  lost_keyed_millis bigint, lost_idempotent boolean, lost_reconciler text,
  lost_settle_delay_millis bigint, lost_watched boolean,
  OUT verdict text, OUT standing uuid)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  there sidegate.intent;
  opened boolean := false;
  at timestamptz := clock_timestamp();
  began timestamptz := clock_timestamp() - lost_millis * interval '1 ms';
BEGIN
  SELECT * INTO there FROM sidegate.intent i WHERE i.operation = lost_operation FOR UPDATE;
  IF NOT FOUND THEN
    SELECT i.operation INTO standing FROM sidegate.intent i
    WHERE i.scope = lost_scope AND i.effect = lost_effect AND i.key = lost_key
      AND i.generation = lost_generation;
    IF FOUND THEN
      verdict := 'TAKEN';
      RETURN;
    END IF;
    BEGIN
      INSERT INTO sidegate.intent (
        operation, scope, effect, key, generation, state, version, lease_owner, expires_at,
        attempts, last_attempt, max_attempts, deadline, policy_version,
        payload, payload_hash, payload_algorithm, payload_schema,
        first_started_at, keyed_until, idempotent, reconciler, settle_delay_millis, corrects,
        opened_at, changed_at, audit_sequence, audit_head)
      VALUES (
        lost_operation, lost_scope, lost_effect, lost_key, lost_generation, 'PROCESSING', 1,
        lost_owner, at, 1, 1, lost_max_attempts, lost_deadline, lost_policy,
        lost_payload, lost_hash, lost_algorithm, lost_schema,
        began,
        -- When an earlier attempt began is not known: the provider's window counts as over.
        CASE lost_attempt WHEN 1 THEN began + lost_keyed_millis * interval '1 ms' END,
        lost_idempotent, lost_reconciler, lost_settle_delay_millis,
        (SELECT i.operation FROM sidegate.intent i
          WHERE i.scope = lost_scope AND i.effect = lost_effect AND i.key = lost_key
            AND i.generation = lost_generation - 1
            AND (i.state IN ('COMPLETED', 'ABANDONED') OR i.corrects IS NOT NULL)),
        began, at, 1,
        sidegate.audit_hash('', lost_operation, 1, at, session_user, 'REASSERTED', NULL,
          'PROCESSING', lost_attempt, lost_detail));
    EXCEPTION
      WHEN insufficient_privilege THEN
        verdict := 'LATER'; -- the generation before it
        RETURN;
      WHEN unique_violation THEN
        verdict := 'LATER'; -- somebody was faster; the next look finds him
        RETURN;
    END;
    INSERT INTO sidegate.audit_event (
      chain, sequence, at, actor, kind, from_state, to_state, attempt, detail, hash)
    SELECT i.operation, 1, at, session_user, 'REASSERTED', NULL, 'PROCESSING', lost_attempt,
      lost_detail, i.audit_head
    FROM sidegate.intent i WHERE i.operation = lost_operation;
    opened := true;
    SELECT * INTO there FROM sidegate.intent i WHERE i.operation = lost_operation;
  ELSIF EXISTS (
    SELECT FROM sidegate.attempt a
    WHERE a.intent = lost_operation AND a.number = lost_attempt AND a.owner = lost_owner) THEN
    verdict := 'KNOWN';
    RETURN;
  ELSIF there.last_attempt >= lost_attempt
    OR there.state NOT IN ('FAILED_RETRYABLE', 'AUTHORIZED', 'UNKNOWN', 'PROCESSING')
    OR there.hold_reason = 'contradicted' THEN
    verdict := 'TAKEN';
    standing := lost_operation;
    RETURN;
  ELSIF there.state = 'PROCESSING' THEN
    verdict := 'LATER'; -- the attempt before it
    RETURN;
  ELSIF there.state <> 'UNKNOWN' THEN
    -- As it was claimed, when it was claimed: within its budget, and with its yes.
    BEGIN
      UPDATE sidegate.intent i SET
        state = 'PROCESSING', version = i.version + 1, lease_owner = lost_owner, expires_at = at,
        attempts = i.attempts + 1, last_attempt = lost_attempt, claimed_from = i.state,
        changed_at = began, audit_sequence = i.audit_sequence + 1,
        audit_head = sidegate.audit_hash(i.audit_head, i.operation, i.audit_sequence + 1, at,
          session_user, 'REASSERTED', i.state, 'PROCESSING', lost_attempt, lost_detail)
      WHERE i.operation = lost_operation;
    EXCEPTION WHEN insufficient_privilege THEN
      verdict := 'LATER';
      RETURN;
    END;
    INSERT INTO sidegate.audit_event (
      chain, sequence, at, actor, kind, from_state, to_state, attempt, detail, hash)
    SELECT i.operation, i.audit_sequence, at, session_user, 'REASSERTED', there.state,
      'PROCESSING', lost_attempt, lost_detail, i.audit_head
    FROM sidegate.intent i WHERE i.operation = lost_operation;
    there.state := 'PROCESSING';
  END IF;

  UPDATE sidegate.intent i SET
    state = 'UNKNOWN', version = i.version + 1, lease_owner = lost_owner, expires_at = at,
    attempts = CASE WHEN opened THEN lost_attempt
               WHEN there.state = 'UNKNOWN' THEN least(i.attempts + 1, lost_attempt)
               ELSE i.attempts END,
    last_attempt = lost_attempt,
    -- Without a promise of the provider an attempt begins only when those before it are proven.
    unresolved = CASE WHEN opened AND (lost_idempotent OR lost_keyed_millis IS NOT NULL)
                 THEN lost_attempt ELSE i.unresolved + 1 END,
    keyed_until = CASE WHEN i.keyed_until IS NOT NULL AND lost_keyed_millis IS NOT NULL
                  THEN least(i.keyed_until,
                    i.first_started_at + lost_keyed_millis * interval '1 ms') END,
    idempotent = i.idempotent AND lost_idempotent,
    doubt_since = coalesce(i.doubt_since, at),
    next_probe_at = CASE WHEN i.reconciler IS NOT NULL
                    THEN at + i.settle_delay_millis * interval '1 ms' END,
    claimed_from = CASE there.state WHEN 'UNKNOWN' THEN 'UNKNOWN' ELSE i.claimed_from END,
    next_try_at = NULL,
    hold_reason = CASE WHEN there.state = 'UNKNOWN' THEN there.hold_reason END,
    reason = 'its claim was lost in a failover or restore',
    changed_at = at, audit_sequence = i.audit_sequence + 1,
    audit_head = sidegate.audit_hash(i.audit_head, i.operation, i.audit_sequence + 1, at,
      session_user, 'REASSERTED', there.state, 'UNKNOWN', lost_attempt, NULL)
  WHERE i.operation = lost_operation;
  INSERT INTO sidegate.audit_event (
    chain, sequence, at, actor, kind, from_state, to_state, attempt, hash)
  SELECT i.operation, i.audit_sequence, at, session_user, 'REASSERTED', there.state, 'UNKNOWN',
    lost_attempt, i.audit_head
  FROM sidegate.intent i WHERE i.operation = lost_operation;
  -- Its wire lets nothing leave any more, but this database does not know until when it did.
  INSERT INTO sidegate.attempt (intent, number, owner, state, started_at, watched)
  VALUES (lost_operation, lost_attempt, lost_owner, 'UNKNOWN', began, lost_watched);
  verdict := 'REASSERTED';
END $$;

INSERT INTO sidegate.failover_gate (system_identifier, timeline, synchronous, open, reason)
SELECT n.system_identifier, n.timeline, n.synchronous, true, 'installed'
FROM sidegate.server_now() n;

REVOKE ALL ON FUNCTION sidegate.server_now, sidegate.look_at_server, sidegate.server_changed,
  sidegate.reassert FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sidegate.look_at_server, sidegate.server_changed, sidegate.reassert
  TO sidegate_agent;
GRANT SELECT ON sidegate.failover_gate TO sidegate_agent, sidegate_operator, sidegate_reader;
GRANT UPDATE (open, reason, changed_at, changed_by) ON sidegate.failover_gate TO sidegate_operator;

-- An older engine neither asks the gate nor closes it.
UPDATE sidegate.installation SET schema_version = 6, serves_from = 6;
