-- Law 8: who asks cannot approve. Grants say which columns a role may write at all; triggers say
-- which values. The triggers' conditions are plain expressions: on the good path no function runs.

DO $$
DECLARE
  role text;
BEGIN
  FOREACH role IN ARRAY ARRAY['sidegate_agent', 'sidegate_operator', 'sidegate_reader'] LOOP
    -- Roles belong to the cluster: another database of it may have made them, or be about to.
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL;
    END;
  END LOOP;
END $$;

REVOKE ALL ON SCHEMA sidegate FROM PUBLIC;
GRANT USAGE ON SCHEMA sidegate TO sidegate_agent, sidegate_operator, sidegate_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA sidegate
  TO sidegate_agent, sidegate_operator, sidegate_reader;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA sidegate FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sidegate.audit_hash TO sidegate_agent, sidegate_operator;

-- Identity and payload of an intent are written once: no role may update these columns.
GRANT INSERT ON sidegate.intent, sidegate.audit_event TO sidegate_agent;
GRANT INSERT (intent, number, owner, state, started_at) ON sidegate.attempt TO sidegate_agent;
GRANT UPDATE (
    state, hold_reason, version, lease_owner, expires_at, claimed_from, attempts, last_attempt,
    unresolved, next_try_at, result, receipt, failure_class, failure, reason, changed_at,
    audit_sequence, audit_head)
  ON sidegate.intent TO sidegate_agent;
GRANT UPDATE (
    state, ended_at, receipt, failure_class, failure, message, provider_request_ids)
  ON sidegate.attempt TO sidegate_agent;
GRANT INSERT (intent, attempt, owner, kind, receipt, result, failure, message)
  ON sidegate.late_evidence TO sidegate_agent;

GRANT INSERT ON sidegate.audit_event TO sidegate_operator;
GRANT INSERT (decision, intent, kind, seen, receipt, reason)
  ON sidegate.operator_decision TO sidegate_operator;
GRANT UPDATE (
    state, hold_reason, version, lease_owner, expires_at, unresolved, next_try_at, receipt,
    failure_class, failure, reason, changed_at, audit_sequence, audit_head)
  ON sidegate.intent TO sidegate_operator;
GRANT UPDATE (state, ended_at) ON sidegate.attempt TO sidegate_operator;
GRANT INSERT (effect, scope, enabled, reason), UPDATE (enabled, changed_at, changed_by, reason)
  ON sidegate.kill_switch TO sidegate_operator;
GRANT UPDATE (audit_sequence, audit_head) ON sidegate.installation TO sidegate_operator;

CREATE FUNCTION sidegate.refuse() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'sidegate: %', TG_ARGV[0]
    USING ERRCODE = 'insufficient_privilege', TABLE = TG_TABLE_NAME, SCHEMA = TG_TABLE_SCHEMA;
END $$;

-- The whole table of transitions; everything else does not exist. Final states stand on no left
-- side: COMPLETED, ABANDONED and what proves that nothing applied are never left (law 10).
CREATE TRIGGER legal_transition BEFORE UPDATE ON sidegate.intent
FOR EACH ROW WHEN (OLD.state <> NEW.state AND (OLD.state || '>' || NEW.state) <> ALL (ARRAY[
    'PROCESSING>COMPLETED', 'PROCESSING>FAILED_RETRYABLE', 'PROCESSING>FAILED_TERMINAL',
    'PROCESSING>UNKNOWN',
    'FAILED_RETRYABLE>PROCESSING',
    'UNKNOWN>COMPLETED', 'UNKNOWN>FAILED_RETRYABLE', 'UNKNOWN>FAILED_TERMINAL',
    'UNKNOWN>ABANDONED']))
EXECUTE FUNCTION sidegate.refuse('no such transition of an intent');

-- Law 15, and law 12: a state moves with its version and with its audit chain, one step at a time.
CREATE TRIGGER recorded_transition BEFORE UPDATE ON sidegate.intent
FOR EACH ROW WHEN (OLD.state <> NEW.state
  AND (NEW.version <> OLD.version + 1 OR NEW.audit_sequence <> OLD.audit_sequence + 1))
EXECUTE FUNCTION sidegate.refuse('an intent moves one version and one audit event at a time');

CREATE TRIGGER finished_is_finished BEFORE UPDATE ON sidegate.intent
FOR EACH ROW WHEN (OLD.state = 'COMPLETED'
  AND (OLD.result IS DISTINCT FROM NEW.result OR OLD.receipt IS DISTINCT FROM NEW.receipt))
EXECUTE FUNCTION sidegate.refuse('a completed intent keeps its result and receipt');

-- Giving up on a doubt is a person's decision (law 8).
CREATE TRIGGER only_people_abandon BEFORE UPDATE ON sidegate.intent
FOR EACH ROW WHEN (NEW.state = 'ABANDONED' AND OLD.state <> 'ABANDONED'
  AND NOT pg_has_role(session_user, 'sidegate_operator', 'MEMBER'))
EXECUTE FUNCTION sidegate.refuse('only an operator abandons an intent');

CREATE TRIGGER intents_begin_claimed BEFORE INSERT ON sidegate.intent
FOR EACH ROW WHEN (NEW.state <> 'PROCESSING' OR NEW.version <> 1 OR NEW.audit_sequence <> 1
  OR NEW.attempts <> 1 OR NEW.last_attempt <> 1 OR NEW.unresolved <> 0
  OR NEW.result IS NOT NULL OR NEW.receipt IS NOT NULL)
EXECUTE FUNCTION sidegate.refuse('an intent begins with its first claim');

-- One open generation: a next one only after one that is proven to have applied nothing. Those
-- states are never left, so no lock is needed.
CREATE FUNCTION sidegate.check_generation() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM sidegate.intent i
    WHERE i.scope = NEW.scope AND i.effect = NEW.effect AND i.key = NEW.key
      AND i.generation = NEW.generation - 1
      AND i.state IN ('REJECTED', 'EXPIRED', 'CANCELLED', 'FAILED_TERMINAL')) THEN
    RAISE EXCEPTION 'sidegate: the key''s earlier generation is not proven to have applied nothing'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER one_open_generation BEFORE INSERT ON sidegate.intent
FOR EACH ROW WHEN (NEW.generation > 1) EXECUTE FUNCTION sidegate.check_generation();

-- The audit knows who and when by itself: another name, or a time outside the statement, is refused.
CREATE TRIGGER own_name_and_time BEFORE INSERT ON sidegate.audit_event
FOR EACH ROW WHEN (NEW.actor <> session_user
  OR NEW.at < statement_timestamp() OR NEW.at > clock_timestamp())
EXECUTE FUNCTION sidegate.refuse('an audit event carries its own writer and time');

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON sidegate.audit_event
FOR EACH ROW EXECUTE FUNCTION sidegate.refuse('the audit is append-only');

CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON sidegate.audit_event
FOR EACH STATEMENT EXECUTE FUNCTION sidegate.refuse('the audit is append-only');

CREATE TRIGGER own_name_and_time BEFORE UPDATE ON sidegate.kill_switch
FOR EACH ROW WHEN (NEW.changed_by <> session_user
  OR NEW.changed_at < statement_timestamp() OR NEW.changed_at > clock_timestamp())
EXECUTE FUNCTION sidegate.refuse('a switch carries its own writer and time');

-- Takes a first proposal and every tighter policy; a looser policy is refused and kept for a
-- person, and so is another owner, unless the proposing side allows the known one beside itself. Runs as the tables' owner: the agent's role cannot
-- write effect_policy itself. An effect that is known costs one lookup and no write.
CREATE FUNCTION sidegate.propose_policy(
  proposed_effect text, proposing_owner text, allowed_owners text[], proposal text,
  OUT verdict text, OUT current_version integer, OUT current_owner text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known sidegate.effect_policy;
BEGIN
  SELECT * INTO known FROM sidegate.effect_policy p WHERE p.effect = proposed_effect;
  IF NOT FOUND THEN
    INSERT INTO sidegate.effect_policy (effect, owner, policy, version)
    VALUES (proposed_effect, proposing_owner, proposal, 1)
    ON CONFLICT DO NOTHING;
    SELECT * INTO known FROM sidegate.effect_policy p WHERE p.effect = proposed_effect;
  END IF;
  current_version := known.version;
  current_owner := known.owner;
  IF known.owner <> proposing_owner AND known.owner <> ALL (allowed_owners) THEN
    verdict := 'OTHER_OWNER';
  ELSIF known.policy = proposal THEN
    verdict := 'ACCEPTED';
  ELSIF known.policy = '' THEN
    -- No policy at all is the loosest one.
    UPDATE sidegate.effect_policy p
    SET policy = proposal, version = p.version + 1, accepted_at = clock_timestamp(),
      accepted_by = session_user
    WHERE p.effect = proposed_effect AND p.version = known.version
    RETURNING p.version INTO current_version;
    verdict := CASE WHEN FOUND THEN 'ACCEPTED' ELSE 'AGAIN' END;
  ELSE
    UPDATE sidegate.effect_policy p
    SET proposed_policy = proposal, proposed_at = clock_timestamp(), proposed_by = session_user
    WHERE p.effect = proposed_effect AND p.proposed_policy IS DISTINCT FROM proposal;
    verdict := 'LOOSER';
  END IF;
END $$;
REVOKE ALL ON FUNCTION sidegate.propose_policy FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sidegate.propose_policy TO sidegate_agent;

-- The fingerprint of the installation's HMAC secret: the first one that is shown is kept for good.
-- Keys are derived with the secret, so a JVM with another one would run finished effects again.
CREATE FUNCTION sidegate.hmac_fingerprint(shown text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known text;
BEGIN
  SELECT i.hmac_fingerprint INTO known FROM sidegate.installation i;
  IF known IS NULL THEN
    UPDATE sidegate.installation i SET hmac_fingerprint = shown WHERE i.hmac_fingerprint IS NULL;
    SELECT i.hmac_fingerprint INTO known FROM sidegate.installation i;
  END IF;
  RETURN known;
END $$;
REVOKE ALL ON FUNCTION sidegate.hmac_fingerprint FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sidegate.hmac_fingerprint TO sidegate_agent;
