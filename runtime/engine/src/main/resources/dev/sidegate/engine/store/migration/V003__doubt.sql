-- What an intent in doubt needs beside its state: what its provider promised, when somebody asked
-- the provider, what late attempts said, and what people may decide about it.

ALTER TABLE sidegate.intent
  -- First claim of this generation: from then on something may have been sent.
  ADD first_started_at timestamptz,
  -- Until then the provider takes a repetition for the same request. Null: it never does. A promise
  -- only shrinks: an attempt may have been sent under the weaker one.
  ADD keyed_until timestamptz,
  ADD idempotent boolean NOT NULL DEFAULT false,
  -- Which reconciler may end the doubt (its identity is pinned), and how long after it arose.
  ADD reconciler text,
  ADD settle_delay_millis bigint NOT NULL DEFAULT 1000 CHECK (settle_delay_millis >= 0),
  ADD doubt_since timestamptz,
  ADD next_probe_at timestamptz,
  ADD probes integer NOT NULL DEFAULT 0 CHECK (probes >= 0),
  -- Proofs of earlier attempts that wait until the running one settles. Counted here, where the
  -- settle reads it under its lock: its snapshot may be older than the evidence.
  ADD pending_evidence integer NOT NULL DEFAULT 0 CHECK (pending_evidence >= 0),
  -- The intent that a supersede corrects with this one.
  ADD corrects uuid;

ALTER TABLE sidegate.attempt
  -- The wire's lease check covers everything it sends: after its lease it sends nothing.
  ADD watched boolean NOT NULL DEFAULT false,
  -- Something of it may still be on its way to the provider.
  ADD can_send boolean NOT NULL DEFAULT true,
  -- Unsafe requests that left; more than one is a hidden layer of retries.
  ADD requests integer NOT NULL DEFAULT 0 CHECK (requests >= 0);

-- Null: waits for the running attempt's end.
ALTER TABLE sidegate.late_evidence
  ADD verdict text COLLATE "C" CHECK (verdict IN ('CONFIRMED', 'CONTRADICTED', 'KEPT'));
UPDATE sidegate.late_evidence SET verdict = 'KEPT';

ALTER TABLE sidegate.operator_decision
  DROP CONSTRAINT operator_decision_kind_check,
  ADD CONSTRAINT operator_decision_kind_check CHECK (kind IN (
    'APPLIED', 'NOT_APPLIED', 'ABANDON', 'GRANT', 'SUPERSEDE', 'ACKNOWLEDGE')),
  ADD attempts integer CHECK (attempts >= 0),
  ADD deadline timestamptz,
  ADD payload_hash bytea CHECK (octet_length(payload_hash) = 32),
  ADD CHECK ((kind = 'SUPERSEDE') = (payload_hash IS NOT NULL)),
  ADD CHECK ((kind = 'GRANT') = (attempts IS NOT NULL));

-- Whatever its state, a held intent waits for a person. Few are.
CREATE INDEX intent_held ON sidegate.intent (hold_reason, operation) WHERE hold_reason IS NOT NULL;
-- What a reconciler has to look at, by time.
CREATE INDEX intent_probes ON sidegate.intent (next_probe_at) WHERE next_probe_at IS NOT NULL;

-- Why an intent does not move by itself any more; null if it does, or if it is finished. What an
-- event decided stands in the row; what only time brings is computed here, and nowhere else.
CREATE FUNCTION sidegate.hold(i sidegate.intent) RETURNS text LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN CASE
  WHEN i.hold_reason IS NOT NULL THEN i.hold_reason
  WHEN i.state = 'FAILED_RETRYABLE'
    AND (i.attempts >= i.max_attempts OR i.deadline <= clock_timestamp()) THEN 'exhausted'
  -- A reconciler is still to be asked.
  WHEN i.state <> 'UNKNOWN' OR i.next_probe_at IS NOT NULL THEN NULL
  -- Its provider takes a repetition: the budget decides.
  WHEN i.idempotent OR i.keyed_until > clock_timestamp() THEN
    CASE WHEN i.attempts >= i.max_attempts OR i.deadline <= clock_timestamp() THEN 'exhausted' END
  ELSE 'undetermined'
END;

GRANT EXECUTE ON FUNCTION sidegate.hold
  TO sidegate_agent, sidegate_operator, sidegate_reader;
REVOKE ALL ON FUNCTION sidegate.hold FROM PUBLIC;

GRANT UPDATE (
    first_started_at, keyed_until, idempotent, reconciler, settle_delay_millis, doubt_since,
    next_probe_at, probes, pending_evidence)
  ON sidegate.intent TO sidegate_agent;
GRANT INSERT (watched), UPDATE (can_send, requests) ON sidegate.attempt TO sidegate_agent;
GRANT INSERT (verdict), UPDATE (verdict) ON sidegate.late_evidence TO sidegate_agent;
GRANT UPDATE (
    max_attempts, deadline, doubt_since, next_probe_at, probes, pending_evidence)
  ON sidegate.intent TO sidegate_operator;
GRANT INSERT (attempts, deadline, payload_hash) ON sidegate.operator_decision TO sidegate_operator;
GRANT UPDATE (verdict) ON sidegate.late_evidence TO sidegate_operator;

-- The whole table of transitions, as dev.sidegate.engine.transition has it; all else does not exist.
DROP TRIGGER legal_transition ON sidegate.intent;
CREATE TRIGGER legal_transition BEFORE UPDATE ON sidegate.intent
FOR EACH ROW WHEN (OLD.state <> NEW.state AND (OLD.state || '>' || NEW.state) <> ALL (ARRAY[
    'PROCESSING>COMPLETED', 'PROCESSING>FAILED_RETRYABLE', 'PROCESSING>FAILED_TERMINAL',
    'PROCESSING>UNKNOWN',
    'FAILED_RETRYABLE>PROCESSING', 'FAILED_RETRYABLE>COMPLETED', 'FAILED_RETRYABLE>ABANDONED',
    'FAILED_TERMINAL>COMPLETED', 'FAILED_TERMINAL>ABANDONED',
    'UNKNOWN>PROCESSING', 'UNKNOWN>COMPLETED', 'UNKNOWN>FAILED_RETRYABLE',
    'UNKNOWN>FAILED_TERMINAL', 'UNKNOWN>ABANDONED']))
EXECUTE FUNCTION sidegate.refuse('no such transition of an intent');

CREATE TRIGGER legal_transition BEFORE UPDATE ON sidegate.attempt
FOR EACH ROW WHEN (OLD.state <> NEW.state AND (OLD.state || '>' || NEW.state) <> ALL (ARRAY[
    'RUNNING>COMPLETED', 'RUNNING>NOT_APPLIED', 'RUNNING>UNKNOWN', 'RUNNING>HANDED_BACK',
    'UNKNOWN>COMPLETED', 'UNKNOWN>NOT_APPLIED', 'UNKNOWN>HANDED_BACK', 'NOT_APPLIED>COMPLETED']))
EXECUTE FUNCTION sidegate.refuse('no such transition of an attempt');

-- A proven failure is left for another end only where evidence opposes it, and by a person alone.
CREATE TRIGGER only_people_correct BEFORE UPDATE ON sidegate.intent
FOR EACH ROW WHEN (OLD.state IN ('FAILED_RETRYABLE', 'FAILED_TERMINAL')
  AND NEW.state IN ('COMPLETED', 'ABANDONED')
  AND (OLD.hold_reason IS DISTINCT FROM 'contradicted'
    OR NOT pg_has_role(session_user, 'sidegate_operator', 'MEMBER')))
EXECUTE FUNCTION sidegate.refuse('only an operator corrects a contradicted failure');

-- Law 12: contradicted stays, and stays where it is, until a person has looked.
CREATE TRIGGER contradicted_waits BEFORE UPDATE ON sidegate.intent
FOR EACH ROW WHEN (OLD.hold_reason = 'contradicted'
  AND (NEW.hold_reason IS DISTINCT FROM 'contradicted' OR NEW.state <> OLD.state)
  AND NOT pg_has_role(session_user, 'sidegate_operator', 'MEMBER'))
EXECUTE FUNCTION sidegate.refuse('a contradicted intent waits for an operator');

-- Law 3: doubt is claimed again only where the provider takes a repetition, and nobody holds it.
CREATE TRIGGER doubt_stays BEFORE UPDATE ON sidegate.intent
FOR EACH ROW WHEN (OLD.state = 'UNKNOWN' AND NEW.state = 'PROCESSING'
  AND (OLD.hold_reason IS NOT NULL
    OR NOT (NEW.idempotent OR coalesce(clock_timestamp() < NEW.keyed_until, false))))
EXECUTE FUNCTION sidegate.refuse('no such transition of a doubt');

CREATE TRIGGER promises_shrink BEFORE UPDATE ON sidegate.intent
FOR EACH ROW WHEN (NEW.idempotent AND NOT OLD.idempotent
  OR NEW.first_started_at IS DISTINCT FROM OLD.first_started_at
    AND OLD.first_started_at IS NOT NULL
  OR NEW.keyed_until IS NOT NULL AND NOT coalesce(NEW.keyed_until <= OLD.keyed_until, false))
EXECUTE FUNCTION sidegate.refuse('what a provider promised for an intent only shrinks');

CREATE TRIGGER within_budget BEFORE UPDATE ON sidegate.intent
FOR EACH ROW WHEN (NEW.state = 'PROCESSING' AND OLD.state <> 'PROCESSING'
  AND (NEW.attempts > NEW.max_attempts OR OLD.deadline <= NEW.changed_at))
EXECUTE FUNCTION sidegate.refuse('no attempt begins beyond the budget');

DROP TRIGGER intents_begin_claimed ON sidegate.intent;
CREATE TRIGGER intents_begin_claimed BEFORE INSERT ON sidegate.intent
FOR EACH ROW WHEN (NEW.state <> 'PROCESSING' OR NEW.version <> 1 OR NEW.audit_sequence <> 1
  OR NEW.attempts <> 1 OR NEW.last_attempt <> 1 OR NEW.unresolved <> 0
  OR NEW.result IS NOT NULL OR NEW.receipt IS NOT NULL OR NEW.hold_reason IS NOT NULL
  OR NEW.first_started_at IS NULL OR NEW.doubt_since IS NOT NULL OR NEW.next_probe_at IS NOT NULL
  OR NEW.probes <> 0 OR NEW.pending_evidence <> 0
  OR NEW.generation = 1 AND NEW.corrects IS NOT NULL)
EXECUTE FUNCTION sidegate.refuse('an intent begins with its first claim');

-- A next generation follows one that is proven to have applied nothing, or one that an operator
-- superseded for this one payload. What follows a correction is a correction too (law 10): the key
-- was completed once.
CREATE OR REPLACE FUNCTION sidegate.check_generation() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM sidegate.intent i
    WHERE i.scope = NEW.scope AND i.effect = NEW.effect AND i.key = NEW.key
      AND i.generation = NEW.generation - 1
      AND i.hold_reason IS DISTINCT FROM 'contradicted'
      AND CASE WHEN NEW.corrects IS NULL THEN
        i.state IN ('REJECTED', 'EXPIRED', 'CANCELLED', 'FAILED_TERMINAL') AND i.corrects IS NULL
      ELSE
        i.operation = NEW.corrects
        AND i.state IN ('COMPLETED', 'ABANDONED', 'REJECTED', 'EXPIRED', 'CANCELLED',
          'FAILED_TERMINAL')
        AND EXISTS (
          SELECT FROM sidegate.operator_decision d
          WHERE d.intent = i.operation AND d.kind = 'SUPERSEDE'
            AND d.payload_hash = NEW.payload_hash)
      END) THEN
    RAISE EXCEPTION 'sidegate: the key''s earlier generation is not proven to have applied nothing,'
      ' and no operator superseded it for this payload'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

-- A verdict is given once.
CREATE TRIGGER judged_once BEFORE UPDATE ON sidegate.late_evidence
FOR EACH ROW WHEN (OLD.verdict IS NOT NULL)
EXECUTE FUNCTION sidegate.refuse('late evidence is judged once');

-- An older engine neither keeps a promise's window nor judges late evidence.
UPDATE sidegate.installation SET schema_version = 3, serves_from = 3;
