-- Wishes that an application writes in its own transaction, and what has to be told of how queued
-- wishes ended.

-- A request is no intent: it becomes one, or finds an older one, after its transaction has
-- committed, through the same comparisons as any call. The application's transaction holds a lock
-- on its own new row and on nothing else of Sidegate's.
CREATE TABLE sidegate.outbox_request (
  id                uuid        NOT NULL PRIMARY KEY,
  installation      uuid        NOT NULL,
  effect            text        COLLATE "C" NOT NULL,
  scope             text        COLLATE "C" NOT NULL,
  key               text        COLLATE "C" NOT NULL,
  -- The stored form, as an intent holds it. Goes to the intent; a parked one keeps it untouched.
  payload           bytea,
  payload_hash      bytea       NOT NULL CHECK (octet_length(payload_hash) = 32),
  payload_algorithm integer     NOT NULL,
  payload_schema    text        NOT NULL,
  -- What was known around the call: a JSON object of texts.
  context           text        NOT NULL,
  requested_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  requested_by      text        NOT NULL DEFAULT session_user,
  state             text        COLLATE "C" NOT NULL DEFAULT 'PENDING' CHECK (state IN (
                      'PENDING', 'MADE', 'REFUSED', 'PARKED')),
  tries             integer     NOT NULL DEFAULT 0,
  next_try_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  intent            uuid,
  reason            text,
  ended_at          timestamptz,
  CHECK ((state = 'MADE') = (intent IS NOT NULL))
);
-- What is to be picked up, by effect; the many that were are not in it.
CREATE INDEX outbox_request_due ON sidegate.outbox_request (effect, next_try_at)
  WHERE state = 'PENDING';
CREATE INDEX outbox_request_parked ON sidegate.outbox_request (id) WHERE state = 'PARKED';

-- A row that was meant for another database must not become a wish of this one.
CREATE FUNCTION sidegate.check_request() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.installation IS DISTINCT FROM (SELECT i.id FROM sidegate.installation i) THEN
    RAISE EXCEPTION 'sidegate: this request was written for another installation'
      USING ERRCODE = 'check_violation', HINT =
        'The connection leads to another database than sidegate.jdbc.url of the same JVM.';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER for_this_installation BEFORE INSERT ON sidegate.outbox_request
FOR EACH ROW EXECUTE FUNCTION sidegate.check_request();

-- What was asked for is not changed; its payload goes when the intent has it, and never else.
CREATE TRIGGER asked_is_asked BEFORE UPDATE ON sidegate.outbox_request
FOR EACH ROW WHEN (OLD.state <> 'PENDING' AND NEW.state = 'MADE'
  OR NEW.payload IS DISTINCT FROM OLD.payload
    AND (NEW.payload IS NOT NULL OR NEW.state NOT IN ('MADE', 'REFUSED')))
EXECUTE FUNCTION sidegate.refuse('a request stays as it was written');

-- How a queued wish ended, until a listener of its application has been told. A wish whose outcome
-- changes later is told again.
CREATE TABLE sidegate.outcome (
  intent      uuid        NOT NULL PRIMARY KEY,
  effect      text        COLLATE "C" NOT NULL,
  -- Rises with each outcome, so that one that came meanwhile is not taken for told.
  number      bigint      NOT NULL DEFAULT 1,
  noted_at    timestamptz NOT NULL,
  tries       integer     NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL,
  last_error  text,
  told_at     timestamptz
);
CREATE INDEX outcome_due ON sidegate.outcome (effect, next_try_at) WHERE told_at IS NULL;

-- In the commit that ends it, so that no crash comes between.
CREATE FUNCTION sidegate.note_outcome(of_intent uuid, of_effect text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO sidegate.outcome AS o (intent, effect, noted_at, next_try_at)
  VALUES (of_intent, of_effect, clock_timestamp(), clock_timestamp())
  ON CONFLICT (intent) DO UPDATE
  SET number = o.number + 1, noted_at = excluded.noted_at, tries = 0,
    next_try_at = excluded.next_try_at, last_error = NULL, told_at = NULL
$$;

CREATE FUNCTION sidegate.note_entry() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM sidegate.note_outcome(NEW.intent, NEW.effect);
  RETURN NULL;
END $$;
CREATE TRIGGER outcome_is_noted AFTER UPDATE ON sidegate.effect_outbox
FOR EACH ROW WHEN (OLD.state <> NEW.state
  AND NEW.state IN ('COMPLETED', 'UNKNOWN', 'FAILED', 'CANCELLED', 'PARKED'))
EXECUTE FUNCTION sidegate.note_entry();

-- What was asked for and never queued ends too.
CREATE FUNCTION sidegate.note_question() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM sidegate.note_outcome(NEW.operation, NEW.effect);
  RETURN NULL;
END $$;
CREATE TRIGGER outcome_is_noted AFTER UPDATE ON sidegate.intent
FOR EACH ROW WHEN (OLD.state = 'AWAITING_HUMAN'
  AND NEW.state IN ('REJECTED', 'EXPIRED', 'CANCELLED'))
EXECUTE FUNCTION sidegate.note_question();

-- What an application's own login gets, to write requests and nothing else.
DO $$
BEGIN
  CREATE ROLE sidegate_application NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- roles belong to the cluster
END $$;
GRANT USAGE ON SCHEMA sidegate TO sidegate_application;
GRANT INSERT (
    id, installation, effect, scope, key, payload, payload_hash, payload_algorithm, payload_schema,
    context)
  ON sidegate.outbox_request TO sidegate_application;

GRANT SELECT ON sidegate.outbox_request, sidegate.outcome
  TO sidegate_agent, sidegate_operator, sidegate_reader, sidegate_approver, sidegate_console;
GRANT UPDATE (state, tries, next_try_at, intent, reason, payload, ended_at)
  ON sidegate.outbox_request TO sidegate_agent;
GRANT UPDATE (tries, next_try_at, last_error, told_at) ON sidegate.outcome TO sidegate_agent;
REVOKE ALL ON FUNCTION sidegate.check_request, sidegate.note_outcome, sidegate.note_entry,
  sidegate.note_question FROM PUBLIC;

UPDATE sidegate.installation SET schema_version = 10;
