-- Approvals and the queue behind them (laws 7 and 8): nothing that needs a yes starts without one,
-- and then exactly what was approved.
--
-- Everything that decides is a function of the tables' owner. The roles of agents and of approvers
-- have no other way to an approval's state, so what they may do is read here and nowhere else.

-- The policy is canonical JSON, or empty where nothing is demanded. What walls and statements read
-- of it stands beside it as columns; nobody writes them.
ALTER TABLE sidegate.effect_policy
  ADD COLUMN demands_approval boolean
    GENERATED ALWAYS AS ((NULLIF(policy, '')::jsonb -> 'approval') IS NOT NULL) STORED,
  ADD COLUMN approval_mode text COLLATE "C"
    GENERATED ALWAYS AS (NULLIF(policy, '')::jsonb #>> '{approval,mode}') STORED
    CHECK (approval_mode IN ('BEFORE_ACT', 'CANCEL_WINDOW', 'BY_EXCEPTION')),
  ADD COLUMN approval_role text COLLATE "C"
    GENERATED ALWAYS AS (NULLIF(policy, '')::jsonb #>> '{approval,role}') STORED
    CHECK (approval_role ~ '^[a-z0-9][a-z0-9_-]{0,43}$'),
  ADD COLUMN approval_needed integer
    GENERATED ALWAYS AS ((NULLIF(policy, '')::jsonb #>> '{approval,needed}')::integer) STORED
    CHECK (approval_needed >= 1),
  ADD COLUMN approval_millis bigint
    GENERATED ALWAYS AS ((NULLIF(policy, '')::jsonb #>> '{approval,expiresIn}')::bigint) STORED
    CHECK (approval_millis > 0),
  ADD COLUMN window_millis bigint
    GENERATED ALWAYS AS ((NULLIF(policy, '')::jsonb #>> '{approval,window}')::bigint) STORED
    CHECK (window_millis > 0),
  -- Of a million cases that the rule lets pass, how many go to a person all the same.
  ADD COLUMN sample_ppm integer
    GENERATED ALWAYS AS ((NULLIF(policy, '')::jsonb #>> '{approval,sample}')::integer) STORED
    CHECK (sample_ppm BETWEEN 0 AND 1000000),
  ADD COLUMN rule text COLLATE "C"
    GENERATED ALWAYS AS (NULLIF(policy, '')::jsonb #>> '{approval,rule,class}') STORED,
  ADD COLUMN rule_version integer
    GENERATED ALWAYS AS ((NULLIF(policy, '')::jsonb #>> '{approval,rule,version}')::integer) STORED,
  ADD COLUMN fallback_role text COLLATE "C"
    GENERATED ALWAYS AS (NULLIF(policy, '')::jsonb #>> '{approval,fallback,role}') STORED
    CHECK (fallback_role ~ '^[a-z0-9][a-z0-9_-]{0,43}$'),
  ADD COLUMN fallback_millis bigint
    GENERATED ALWAYS AS ((NULLIF(policy, '')::jsonb #>> '{approval,fallback,after}')::bigint) STORED
    CHECK (fallback_millis > 0),
  ADD COLUMN irreversible boolean
    GENERATED ALWAYS AS (
      coalesce((NULLIF(policy, '')::jsonb ->> 'irreversible')::boolean, false)) STORED,
  ADD CONSTRAINT whole_approval CHECK (NOT demands_approval OR coalesce(
    approval_mode IS NOT NULL AND approval_role IS NOT NULL AND approval_needed IS NOT NULL
      AND approval_millis IS NOT NULL
      AND (approval_mode <> 'CANCEL_WINDOW' OR (window_millis IS NOT NULL AND NOT irreversible))
      AND (approval_mode <> 'BY_EXCEPTION'
        OR (rule IS NOT NULL AND rule_version IS NOT NULL AND sample_ppm IS NOT NULL))
      AND (fallback_role IS NULL) = (fallback_millis IS NULL), false));

-- One question to people about one intent. Asked again, after a changed policy, it is another row
-- with the next number; the newest one counts.
CREATE TABLE sidegate.approval (
  id             uuid        NOT NULL PRIMARY KEY,
  intent         uuid        NOT NULL,
  number         integer     NOT NULL CHECK (number >= 1),
  effect         text        COLLATE "C" NOT NULL,
  -- What law 5 compares, and what law 7 binds: the latter covers free text too.
  payload_hash   bytea       NOT NULL CHECK (octet_length(payload_hash) = 32),
  bound_hash     bytea       NOT NULL CHECK (octet_length(bound_hash) = 32),
  policy_version integer     NOT NULL,
  mode           text        COLLATE "C" NOT NULL,
  role           text        COLLATE "C" NOT NULL,
  needed         integer     NOT NULL CHECK (needed >= 1),
  fallback_role  text        COLLATE "C",
  fallback_at    timestamptz,
  -- Why a person is asked, where a rule could have let it pass.
  asked_because  text        COLLATE "C" NOT NULL CHECK (asked_because IN (
                   'policy', 'sample', 'rule said no', 'rule failed', 'rule unknown')),
  requester      text,
  -- What a card shows besides the payload: a JSON object of texts, none of them an argument.
  facts          text        NOT NULL,
  channels       text[]      NOT NULL,
  -- How long the budget lasts from the yes on.
  budget_millis  bigint      NOT NULL CHECK (budget_millis > 0),
  -- The queue's order, if the effect asks for one.
  order_key      text        COLLATE "C",
  delay_millis   bigint      NOT NULL DEFAULT 0 CHECK (delay_millis >= 0),
  asked_at       timestamptz NOT NULL,
  remind_millis  bigint      CHECK (remind_millis > 0),
  expires_at     timestamptz NOT NULL,
  state          text        COLLATE "C" NOT NULL DEFAULT 'OPEN' CHECK (state IN (
                   'OPEN', 'GRANTED', 'REJECTED', 'EXPIRED', 'VOID')),
  decided_at     timestamptz,
  decided_by     text,
  reason         text,
  UNIQUE (intent, number),
  CHECK (state = 'OPEN' OR state = 'VOID' OR decided_at IS NOT NULL),
  CHECK (state NOT IN ('GRANTED', 'REJECTED') OR decided_by IS NOT NULL)
);
-- What expiry and pages look at: nothing is over for these. A voided one still expires.
CREATE INDEX approval_undecided ON sidegate.approval (expires_at) WHERE decided_at IS NULL;
CREATE INDEX approval_undecided_effect ON sidegate.approval (effect) WHERE decided_at IS NULL;
CREATE UNIQUE INDEX approval_one_open ON sidegate.approval (intent) WHERE state = 'OPEN';

-- Who said yes or no. One person counts once, under whatever name.
CREATE TABLE sidegate.approval_vote (
  vote       uuid        NOT NULL PRIMARY KEY,
  approval   uuid        NOT NULL,
  yes        boolean     NOT NULL,
  -- As it is shown: X, or X for Y.
  voter      text        NOT NULL,
  names      text[]      NOT NULL,
  actor      text        NOT NULL DEFAULT session_user,
  issuer     text,
  subject    text,
  reason     text,
  by_token   boolean     NOT NULL,
  voted_at   timestamptz NOT NULL
);
CREATE INDEX approval_vote_approval ON sidegate.approval_vote (approval);

-- What a link carries, as its SHA-256. It opens nothing by itself: who uses it has to be its
-- approver, signed in, and in the role.
CREATE TABLE sidegate.approval_token (
  token_sha256 bytea       NOT NULL PRIMARY KEY CHECK (octet_length(token_sha256) = 32),
  approval     uuid        NOT NULL,
  approver     text        NOT NULL,
  made_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  made_by      text        NOT NULL DEFAULT session_user,
  expires_at   timestamptz NOT NULL,
  used_at      timestamptz,
  UNIQUE (approval, approver)
);

-- What has to be told to whom, once per channel. Kept until it is told or pointless.
CREATE TABLE sidegate.approval_notice (
  approval    uuid        NOT NULL,
  kind        text        COLLATE "C" NOT NULL CHECK (kind IN (
                'ASKED', 'REMINDER', 'FALLBACK', 'DECIDED')),
  channel     text        COLLATE "C" NOT NULL,
  role        text        COLLATE "C" NOT NULL,
  state       text        COLLATE "C" NOT NULL DEFAULT 'PENDING' CHECK (state IN (
                'PENDING', 'SENT', 'POINTLESS')),
  tries       integer     NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL,
  last_error  text,
  ended_at    timestamptz,
  PRIMARY KEY (approval, kind, channel)
);
CREATE INDEX approval_notice_due ON sidegate.approval_notice (next_try_at)
  WHERE state = 'PENDING';

-- What a rule said of a call under BY_EXCEPTION, passed or not.
CREATE TABLE sidegate.rule_decision (
  intent         uuid        NOT NULL,
  policy_version integer     NOT NULL,
  rule           text        COLLATE "C" NOT NULL,
  rule_version   integer     NOT NULL,
  verdict        text        COLLATE "C" NOT NULL CHECK (verdict IN (
                   'PASSED', 'SAID_NO', 'FAILED')),
  decided_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_by     text        NOT NULL DEFAULT session_user,
  PRIMARY KEY (intent, policy_version)
);

-- The queue. An entry is no permission: the intent's own compare-and-set is.
CREATE TABLE sidegate.effect_outbox (
  intent     uuid        NOT NULL PRIMARY KEY,
  effect     text        COLLATE "C" NOT NULL,
  scope      text        COLLATE "C" NOT NULL,
  order_key  text        COLLATE "C",
  not_before timestamptz NOT NULL,
  state      text        COLLATE "C" NOT NULL DEFAULT 'PENDING' CHECK (state IN (
               'PENDING', 'SENDING', 'COMPLETED', 'UNKNOWN', 'FAILED', 'CANCELLED', 'PARKED')),
  -- Set by the table alone: a cancel window is counted from here.
  queued_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Other names of the person behind a login: what an application calls him as requester, what the
-- sign-in of a page calls him. Lower case.
CREATE TABLE sidegate.person_name (
  login text NOT NULL,
  name  text NOT NULL CHECK (name = lower(name)),
  PRIMARY KEY (login, name)
);
CREATE INDEX person_name_name ON sidegate.person_name (name);

-- Who may decide for whom, until when.
CREATE TABLE sidegate.approval_delegation (
  principal text        NOT NULL,
  delegate  text        NOT NULL CHECK (delegate = lower(delegate)),
  role      text        COLLATE "C" NOT NULL,
  until     timestamptz NOT NULL,
  made_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (principal, delegate, role)
);

-- Roles: sidegate_approver is what every sidegate_approver_<role> is a member of; migrate makes
-- those and puts people's logins in. sidegate_console decides for people that it has signed in.
DO $$
DECLARE
  role text;
BEGIN
  FOREACH role IN ARRAY ARRAY['sidegate_approver', 'sidegate_console'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL;
    END;
  END LOOP;
END $$;

GRANT USAGE ON SCHEMA sidegate TO sidegate_approver, sidegate_console;
GRANT SELECT ON ALL TABLES IN SCHEMA sidegate TO sidegate_approver, sidegate_console;
GRANT SELECT ON sidegate.approval, sidegate.approval_vote, sidegate.approval_notice,
  sidegate.rule_decision, sidegate.effect_outbox, sidegate.person_name,
  sidegate.approval_delegation
  TO sidegate_agent, sidegate_operator, sidegate_reader;
REVOKE ALL ON sidegate.approval_token FROM sidegate_approver, sidegate_console;

-- The agent asks, queues, and says what it has told to whom. All else of these rows is not its own.
GRANT INSERT (
    id, intent, bound_hash, asked_because, requester, facts, channels, budget_millis, order_key,
    delay_millis, remind_millis)
  ON sidegate.approval TO sidegate_agent;
GRANT INSERT (intent, policy_version, rule, rule_version, verdict)
  ON sidegate.rule_decision TO sidegate_agent;
GRANT INSERT (intent, effect, scope, order_key, not_before), UPDATE (state, not_before, changed_at)
  ON sidegate.effect_outbox TO sidegate_agent;
GRANT UPDATE (state, tries, next_try_at, last_error, ended_at)
  ON sidegate.approval_notice TO sidegate_agent;

-- An intent begins with its first claim, with a question, or in the queue.
DROP TRIGGER intents_begin_claimed ON sidegate.intent;
CREATE TRIGGER intents_begin_claimed BEFORE INSERT ON sidegate.intent
FOR EACH ROW WHEN (NEW.version <> 1 OR NEW.audit_sequence <> 1 OR NEW.unresolved <> 0
  OR NEW.result IS NOT NULL OR NEW.receipt IS NOT NULL OR NEW.hold_reason IS NOT NULL
  OR NEW.doubt_since IS NOT NULL OR NEW.next_probe_at IS NOT NULL
  OR NEW.probes <> 0 OR NEW.pending_evidence <> 0
  OR NEW.generation = 1 AND NEW.corrects IS NOT NULL
  OR NOT CASE NEW.state
    WHEN 'PROCESSING' THEN
      NEW.attempts = 1 AND NEW.last_attempt = 1 AND NEW.first_started_at IS NOT NULL
    WHEN 'AWAITING_HUMAN' THEN
      NEW.attempts = 0 AND NEW.last_attempt = 0 AND NEW.first_started_at IS NULL
      AND NEW.lease_owner IS NULL AND NEW.expires_at IS NULL
    WHEN 'AUTHORIZED' THEN
      NEW.attempts = 0 AND NEW.last_attempt = 0 AND NEW.first_started_at IS NULL
      AND NEW.lease_owner IS NULL AND NEW.expires_at IS NULL
    ELSE false END)
EXECUTE FUNCTION sidegate.refuse('an intent begins with its first claim, a question or the queue');

-- Whether a case that its rule let pass goes to a person all the same: the same answer whoever asks
-- and however often, and none that the asking side could draw again.
CREATE FUNCTION sidegate.sampled(scope text, effect text, key text, generation integer, ppm integer)
RETURNS boolean LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  drawn bytea;
BEGIN
  SELECT sha256(uuid_send(i.id) || convert_to(
      octet_length(scope) || '|' || octet_length(effect) || '|' || generation || '|'
        || scope || effect || key, 'UTF8'))
  INTO STRICT drawn FROM sidegate.installation i;
  RETURN (get_byte(drawn, 0) * 65536 + get_byte(drawn, 1) * 256 + get_byte(drawn, 2))::bigint
    * 1000000 / 16777216 < ppm;
END $$;

-- What a rule has let pass, under the policy in force.
CREATE FUNCTION sidegate.passed_by_rule(i sidegate.intent, p sidegate.effect_policy)
RETURNS boolean LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN p.approval_mode = 'BY_EXCEPTION'
    AND EXISTS (
      SELECT FROM sidegate.rule_decision d
      WHERE d.intent = i.operation AND d.verdict = 'PASSED' AND d.policy_version = p.version
        AND d.rule = p.rule AND d.rule_version = p.rule_version)
    AND NOT sidegate.sampled(i.scope, i.effect, i.key, i.generation, p.sample_ppm);
END $$;

-- Law 8 where an intent begins: what needs a yes is neither claimed nor queued at once, except
-- where its policy says so.
CREATE FUNCTION sidegate.check_beginning() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  p sidegate.effect_policy;
BEGIN
  SELECT * INTO p FROM sidegate.effect_policy e WHERE e.effect = NEW.effect AND e.demands_approval;
  IF FOUND AND NOT (NEW.state = 'AUTHORIZED' AND NEW.policy_version = p.version
      AND (p.approval_mode = 'CANCEL_WINDOW' OR sidegate.passed_by_rule(NEW, p))) THEN
    RAISE EXCEPTION 'sidegate: % needs a yes first', NEW.effect
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER begins_with_its_yes BEFORE INSERT ON sidegate.intent
FOR EACH ROW WHEN (NEW.state <> 'AWAITING_HUMAN') EXECUTE FUNCTION sidegate.check_beginning();

-- Law 8 where an attempt begins, and law 7's comparison of payload and policy version: of all
-- walls the last, so it looks at everything again.
CREATE FUNCTION sidegate.check_start() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  p sidegate.effect_policy;
  a sidegate.approval;
BEGIN
  SELECT * INTO p FROM sidegate.effect_policy e WHERE e.effect = NEW.effect AND e.demands_approval;
  IF NOT FOUND THEN
    RETURN NEW;
  END IF;
  SELECT * INTO a FROM sidegate.approval b WHERE b.intent = NEW.operation
  ORDER BY b.number DESC LIMIT 1;
  IF FOUND THEN
    IF a.state = 'GRANTED' AND a.policy_version = p.version AND a.effect = NEW.effect
        AND a.payload_hash = NEW.payload_hash THEN
      RETURN NEW;
    END IF;
  ELSIF NEW.policy_version = p.version AND (
      sidegate.passed_by_rule(NEW, p)
      OR p.approval_mode = 'CANCEL_WINDOW' AND EXISTS (
        SELECT FROM sidegate.effect_outbox o
        WHERE o.intent = NEW.operation
          AND o.queued_at + p.window_millis * interval '1 ms' <= clock_timestamp())) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'sidegate: % has no yes for this payload under the policy in force', NEW.effect
    USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER starts_with_its_yes BEFORE UPDATE ON sidegate.intent
FOR EACH ROW WHEN (NEW.state = 'PROCESSING' AND OLD.state <> 'PROCESSING')
EXECUTE FUNCTION sidegate.check_start();

-- Law 8: a question ends as its newest approval ended, whoever moves the intent.
CREATE FUNCTION sidegate.check_answer() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  a sidegate.approval;
BEGIN
  SELECT * INTO a FROM sidegate.approval b WHERE b.intent = OLD.operation
  ORDER BY b.number DESC LIMIT 1;
  IF a.decided_at IS NOT NULL AND a.payload_hash = OLD.payload_hash
      AND NEW.state = (CASE a.state
        WHEN 'GRANTED' THEN 'AUTHORIZED'
        WHEN 'REJECTED' THEN 'REJECTED'
        WHEN 'EXPIRED' THEN 'EXPIRED'
        WHEN 'VOID' THEN 'CANCELLED' END) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'sidegate: only people and time end a question'
    USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER questions_end_decided BEFORE UPDATE ON sidegate.intent
FOR EACH ROW WHEN (OLD.state = 'AWAITING_HUMAN' AND NEW.state <> 'AWAITING_HUMAN')
EXECUTE FUNCTION sidegate.check_answer();

-- Withdrawing is a person's decision, recorded before it takes effect.
CREATE FUNCTION sidegate.check_withdrawal() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.unresolved > 0 OR NOT EXISTS (
      SELECT FROM sidegate.operator_decision d
      WHERE d.intent = NEW.operation AND d.kind = 'CANCEL' AND d.seen = OLD.version) THEN
    RAISE EXCEPTION 'sidegate: only a person withdraws an intent, and only one that did nothing'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER people_withdraw BEFORE UPDATE ON sidegate.intent
FOR EACH ROW WHEN (NEW.state = 'CANCELLED' AND OLD.state <> 'CANCELLED')
EXECUTE FUNCTION sidegate.check_withdrawal();

-- A question asks what the policy in force demands, about the intent as it stands. The asking side
-- says neither who decides nor how long it takes.
CREATE FUNCTION sidegate.fill_approval() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  i sidegate.intent;
  p sidegate.effect_policy;
BEGIN
  SELECT * INTO STRICT i FROM sidegate.intent t WHERE t.operation = NEW.intent;
  SELECT * INTO STRICT p FROM sidegate.effect_policy e WHERE e.effect = i.effect;
  IF i.state <> 'AWAITING_HUMAN' OR NOT p.demands_approval THEN
    RAISE EXCEPTION 'sidegate: nobody has to be asked about %', NEW.intent
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  NEW.number := 1 + coalesce(
    (SELECT max(b.number) FROM sidegate.approval b WHERE b.intent = NEW.intent), 0);
  NEW.effect := i.effect;
  NEW.payload_hash := i.payload_hash;
  NEW.policy_version := p.version;
  NEW.mode := p.approval_mode;
  NEW.role := p.approval_role;
  NEW.needed := p.approval_needed;
  NEW.asked_at := clock_timestamp();
  NEW.expires_at := NEW.asked_at + p.approval_millis * interval '1 ms';
  NEW.fallback_role := p.fallback_role;
  NEW.fallback_at := NEW.asked_at + p.fallback_millis * interval '1 ms';
  NEW.state := 'OPEN';
  NEW.decided_at := NULL;
  NEW.decided_by := NULL;
  NEW.reason := NULL;
  RETURN NEW;
END $$;

CREATE TRIGGER asks_as_the_policy_demands BEFORE INSERT ON sidegate.approval
FOR EACH ROW EXECUTE FUNCTION sidegate.fill_approval();

-- What has to be told about a new question, and when. In the question's own commit.
CREATE FUNCTION sidegate.plan_notices() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO sidegate.approval_notice (approval, kind, channel, role, next_try_at)
  SELECT NEW.id, n.kind, c.channel, n.role, n.due
  FROM unnest(NEW.channels) c (channel)
  CROSS JOIN (VALUES
    ('ASKED', NEW.role, NEW.asked_at),
    ('REMINDER', NEW.role, NEW.asked_at + NEW.remind_millis * interval '1 ms'),
    ('FALLBACK', NEW.fallback_role, NEW.fallback_at)) n (kind, role, due)
  WHERE n.due < NEW.expires_at AND n.role IS NOT NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER notices_are_planned AFTER INSERT ON sidegate.approval
FOR EACH ROW EXECUTE FUNCTION sidegate.plan_notices();

-- Decided once: no state but OPEN and VOID is left, and what was asked is never changed.
CREATE TRIGGER decided_once BEFORE UPDATE ON sidegate.approval
FOR EACH ROW WHEN (
  OLD.state NOT IN ('OPEN', 'VOID') AND NEW.state <> OLD.state
  OR OLD.state = 'VOID' AND NEW.state NOT IN ('VOID', 'EXPIRED')
  OR (OLD.id, OLD.intent, OLD.number, OLD.effect, OLD.payload_hash, OLD.bound_hash,
      OLD.policy_version, OLD.role, OLD.needed, OLD.expires_at, OLD.requester)
    IS DISTINCT FROM
     (NEW.id, NEW.intent, NEW.number, NEW.effect, NEW.payload_hash, NEW.bound_hash,
      NEW.policy_version, NEW.role, NEW.needed, NEW.expires_at, NEW.requester))
EXECUTE FUNCTION sidegate.refuse('a question is asked once and decided once');

-- Law 8 where an entry is queued: for an authorised intent of that effect, and under a cancel
-- window not before it has passed.
CREATE FUNCTION sidegate.check_queue() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  i sidegate.intent;
  p sidegate.effect_policy;
BEGIN
  SELECT * INTO i FROM sidegate.intent t
  WHERE t.operation = NEW.intent AND t.effect = NEW.effect AND t.scope = NEW.scope
    AND t.state = 'AUTHORIZED';
  IF NOT FOUND THEN
    RAISE EXCEPTION 'sidegate: % is not authorised', NEW.intent
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT * INTO p FROM sidegate.effect_policy e WHERE e.effect = NEW.effect;
  IF p.approval_mode = 'CANCEL_WINDOW'
      AND NEW.not_before < statement_timestamp() + p.window_millis * interval '1 ms'
      AND NOT EXISTS (SELECT FROM sidegate.approval a
        WHERE a.intent = NEW.intent AND a.state = 'GRANTED') THEN
    RAISE EXCEPTION 'sidegate: the cancel window of % is %', NEW.effect,
        p.window_millis * interval '1 ms' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER queued_when_authorised BEFORE INSERT ON sidegate.effect_outbox
FOR EACH ROW EXECUTE FUNCTION sidegate.check_queue();

-- The one step that every decision takes: state, version and audit chain move together.
CREATE FUNCTION sidegate.move_intent(
  moved uuid, seen_state text, new_state text, kind text, why text, held text,
  new_deadline timestamptz, detail jsonb, at timestamptz)
RETURNS sidegate.intent LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  i sidegate.intent;
BEGIN
  UPDATE sidegate.intent t SET
    state = new_state,
    version = t.version + 1,
    hold_reason = held,
    reason = why,
    deadline = coalesce(new_deadline, t.deadline),
    changed_at = at,
    audit_sequence = t.audit_sequence + 1,
    audit_head = sidegate.audit_hash(t.audit_head, t.operation, t.audit_sequence + 1, at,
      session_user, kind, seen_state, new_state, NULL, detail::text)
  WHERE t.operation = moved AND t.state = seen_state
  RETURNING * INTO i;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'sidegate: % is not %', moved, seen_state
      USING ERRCODE = 'serialization_failure';
  END IF;
  INSERT INTO sidegate.audit_event (
    chain, sequence, at, actor, kind, from_state, to_state, detail, hash)
  VALUES (i.operation, i.audit_sequence, i.changed_at, session_user, kind, seen_state, new_state,
    detail::text, i.audit_head);
  RETURN i;
END $$;

-- What happened around a question without moving its intent: a vote, a refused decision.
CREATE FUNCTION sidegate.note_intent(noted uuid, kind text, detail jsonb, at timestamptz)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  i sidegate.intent;
BEGIN
  UPDATE sidegate.intent t SET
    audit_sequence = t.audit_sequence + 1,
    audit_head = sidegate.audit_hash(t.audit_head, t.operation, t.audit_sequence + 1, at,
      session_user, kind, t.state, t.state, NULL, detail::text)
  WHERE t.operation = noted
  RETURNING * INTO STRICT i;
  INSERT INTO sidegate.audit_event (
    chain, sequence, at, actor, kind, from_state, to_state, detail, hash)
  VALUES (i.operation, i.audit_sequence, at, session_user, kind, i.state, i.state, detail::text,
    i.audit_head);
END $$;

-- Whether a login is in the role of approvers. A role that was never made has nobody in it.
CREATE FUNCTION sidegate.may_decide(login text, approver_role text) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM pg_roles who, pg_roles r
    WHERE who.rolname = login AND r.rolname = 'sidegate_approver_' || approver_role
      AND pg_has_role(who.oid, r.oid, 'MEMBER'));
END $$;

-- Every name of whoever asks, lower case: his login with its other names, or, said by the console,
-- his subject with the logins that it is another name of.
CREATE FUNCTION sidegate.names_of(called text) RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
RETURN ARRAY(
  SELECT lower(called)
  UNION SELECT n.name FROM sidegate.person_name n WHERE lower(n.login) = lower(called)
  UNION SELECT lower(o.login) FROM sidegate.person_name o WHERE o.name = lower(called)
  UNION SELECT m.name FROM sidegate.person_name o JOIN sidegate.person_name m ON m.login = o.login
    WHERE o.name = lower(called));

-- Votes yes or no on a question. All that has to be so is looked at here, under the locks, on this
-- clock; lock order: approval, intent, outbox. Every refusal is an answer in words, and writes
-- nothing but the audit.
--
-- Vote id: the caller's; repeating it answers the same. Token: SHA-256 of what a link carried.
-- Principal: the login decided for, with a delegation. Issuer, subject and roles: the console's.
CREATE FUNCTION sidegate.decide_approval(
  vote_id uuid, asked_intent uuid, seen_version bigint, seen_hash bytea, says_yes boolean, why text,
  token_hash bytea, for_login text, said_issuer text, said_subject text, said_roles text[],
  OUT verdict text, OUT approval_id uuid, OUT approval_state text, OUT votes integer,
  OUT votes_needed integer, OUT decider text, OUT decided timestamptz, OUT decision_reason text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  a sidegate.approval;
  i sidegate.intent;
  now_at timestamptz;
  voter_login text := coalesce(said_subject, session_user);
  shown text := voter_login || coalesce(' for ' || for_login, '');
  own_names text[] := sidegate.names_of(voter_login);
  all_names text[] := own_names
    || CASE WHEN for_login IS NULL THEN '{}' ELSE sidegate.names_of(for_login) END;
  deciding_roles text[];
  refused text;
BEGIN
  IF (said_issuer IS NOT NULL OR said_subject IS NOT NULL OR said_roles IS NOT NULL)
      AND NOT pg_has_role(session_user, 'sidegate_console', 'MEMBER') THEN
    RAISE EXCEPTION 'sidegate: only the console decides for whom it has signed in'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NOT says_yes AND coalesce(btrim(why), '') = '' THEN
    RAISE EXCEPTION 'sidegate: a rejection needs a reason' USING ERRCODE = 'check_violation';
  END IF;

  SELECT * INTO a FROM sidegate.approval q WHERE q.intent = asked_intent
  ORDER BY q.number DESC LIMIT 1 FOR UPDATE;
  IF NOT FOUND THEN
    verdict := 'NOT_FOUND';
    RETURN;
  END IF;
  SELECT * INTO STRICT i FROM sidegate.intent t WHERE t.operation = a.intent FOR UPDATE;
  now_at := clock_timestamp();
  -- The role; from its time on the fallback too.
  deciding_roles := CASE WHEN a.fallback_at <= now_at THEN ARRAY[a.role, a.fallback_role]
                    ELSE ARRAY[a.role] END;

  IF EXISTS (SELECT FROM sidegate.approval_vote v WHERE v.vote = vote_id) THEN
    -- The acknowledgement was lost, or the id is somebody else's.
    verdict := CASE WHEN EXISTS (
        SELECT FROM sidegate.approval_vote v
        WHERE v.vote = vote_id AND v.approval = a.id AND v.yes = says_yes AND v.voter = shown)
      THEN CASE a.state WHEN 'OPEN' THEN 'VOTED' ELSE 'DECIDED' END ELSE 'OTHER_VOTE' END;
  ELSIF a.state IN ('GRANTED', 'REJECTED') THEN
    verdict := 'DECIDED_ALREADY';
  ELSIF a.state = 'EXPIRED' OR a.expires_at <= now_at THEN
    verdict := 'EXPIRED';
  ELSIF a.state = 'VOID' OR a.policy_version IS DISTINCT FROM (
      SELECT p.version FROM sidegate.effect_policy p WHERE p.effect = a.effect) THEN
    verdict := 'VOID';
  ELSIF i.state <> 'AWAITING_HUMAN' OR i.payload_hash <> a.payload_hash
      OR i.version <> coalesce(seen_version, i.version)
      OR a.bound_hash <> coalesce(seen_hash, a.bound_hash) THEN
    verdict := 'MOVED';
  -- From here on it is about who decides.
  ELSIF lower(a.requester) = ANY (all_names) THEN
    refused := 'OWN_REQUEST';
  ELSIF pg_has_role(session_user, 'sidegate_agent', 'MEMBER')
      AND NOT (SELECT r.rolsuper FROM pg_roles r WHERE r.rolname = session_user) THEN
    refused := 'AGENT';
  ELSIF for_login IS NULL AND NOT EXISTS (
      SELECT FROM unnest(deciding_roles) r (role)
      WHERE CASE WHEN said_subject IS NULL THEN sidegate.may_decide(session_user, r.role)
            ELSE r.role = ANY (said_roles) END) THEN
    refused := 'OTHER_ROLE';
  ELSIF for_login IS NOT NULL AND NOT EXISTS (
      SELECT FROM sidegate.approval_delegation d
      WHERE d.principal = for_login AND d.delegate = ANY (own_names)
        AND d.role = ANY (deciding_roles) AND d.until > now_at
        AND sidegate.may_decide(d.principal, d.role)) THEN
    refused := 'NO_DELEGATION';
  ELSIF token_hash IS NOT NULL AND NOT EXISTS (
      SELECT FROM sidegate.approval_token t
      WHERE t.token_sha256 = token_hash AND t.approval = a.id
        AND lower(t.approver) = ANY (all_names)
        AND t.used_at IS NULL AND t.expires_at > now_at) THEN
    refused := 'TOKEN';
  ELSIF EXISTS (SELECT FROM sidegate.approval_vote v
      WHERE v.approval = a.id AND v.names && all_names) THEN
    verdict := 'VOTED_ALREADY';
  END IF;

  IF refused IS NOT NULL THEN
    verdict := refused;
    PERFORM sidegate.note_intent(i.operation, 'DECISION_REFUSED', jsonb_strip_nulls(
      jsonb_build_object('approval', a.id, 'because', refused, 'by', shown,
        'issuer', said_issuer)), now_at);
  ELSIF verdict IS NULL THEN
    INSERT INTO sidegate.approval_vote (
      vote, approval, yes, voter, names, issuer, subject, reason, by_token, voted_at)
    VALUES (vote_id, a.id, says_yes, shown, all_names, said_issuer, said_subject, why,
      token_hash IS NOT NULL, now_at);
    -- Who has decided needs no link of his any more.
    UPDATE sidegate.approval_token t SET used_at = now_at
    WHERE t.approval = a.id AND lower(t.approver) = ANY (all_names) AND t.used_at IS NULL;
    IF says_yes AND a.needed > (
        SELECT count(*) FROM sidegate.approval_vote v WHERE v.approval = a.id AND v.yes) THEN
      verdict := 'VOTED';
      PERFORM sidegate.note_intent(i.operation, 'APPROVAL_VOTED', jsonb_strip_nulls(
        jsonb_build_object('approval', a.id, 'vote', vote_id, 'by', shown, 'issuer', said_issuer,
          'subject', said_subject, 'reason', why)), now_at);
    ELSE
      verdict := 'DECIDED';
      UPDATE sidegate.approval q
      SET state = CASE WHEN says_yes THEN 'GRANTED' ELSE 'REJECTED' END,
        decided_at = now_at, decided_by = shown, reason = why
      WHERE q.id = a.id AND q.state = 'OPEN' RETURNING * INTO STRICT a;
      PERFORM sidegate.move_intent(i.operation, 'AWAITING_HUMAN',
        CASE WHEN says_yes THEN 'AUTHORIZED' ELSE 'REJECTED' END,
        CASE WHEN says_yes THEN 'APPROVED' ELSE 'REJECTED' END,
        CASE WHEN NOT says_yes THEN why END, NULL,
        CASE WHEN says_yes
          THEN now_at + (a.delay_millis + a.budget_millis) * interval '1 ms' END,
        jsonb_strip_nulls(jsonb_build_object('approval', a.id, 'vote', vote_id, 'by', shown,
          'issuer', said_issuer, 'subject', said_subject, 'reason', why)), now_at);
      IF says_yes THEN
        PERFORM sidegate.queue_authorised(i, a, now_at);
      END IF;
      PERFORM sidegate.tell_decided(a.id, now_at);
    END IF;
  END IF;

  SELECT q.id, q.state, q.needed, q.decided_by, q.decided_at, q.reason,
    (SELECT count(*) FROM sidegate.approval_vote v WHERE v.approval = q.id AND v.yes)
  INTO STRICT approval_id, approval_state, votes_needed, decider, decided, decision_reason, votes
  FROM sidegate.approval q WHERE q.id = a.id;
END $$;

-- The entry of an approved intent: exactly one row, new or, where a withdrawn one stands, that one
-- anew; anything else undoes the whole decision (law 7).
CREATE FUNCTION sidegate.queue_authorised(
  i sidegate.intent, a sidegate.approval, at timestamptz)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO sidegate.effect_outbox AS o (intent, effect, scope, order_key, not_before)
  VALUES (i.operation, i.effect, i.scope, a.order_key, at + a.delay_millis * interval '1 ms')
  ON CONFLICT (intent) DO UPDATE
  SET state = 'PENDING', not_before = excluded.not_before, changed_at = at
  WHERE o.state IN ('CANCELLED', 'FAILED');
  IF NOT FOUND THEN
    RAISE EXCEPTION 'sidegate: % is queued already', i.operation
      USING ERRCODE = 'unique_violation';
  END IF;
END $$;

-- Reminders of what is over are pointless; that it is over is told wherever it was asked.
CREATE FUNCTION sidegate.tell_decided(over uuid, at timestamptz)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE sidegate.approval_notice n SET state = 'POINTLESS', ended_at = at
  WHERE n.approval = over AND n.state = 'PENDING';
  INSERT INTO sidegate.approval_notice (approval, kind, channel, role, next_try_at)
  SELECT b.id, 'DECIDED', c.channel, b.role, at
  FROM sidegate.approval b CROSS JOIN unnest(b.channels) c (channel)
  WHERE b.id = over
  ON CONFLICT DO NOTHING;
END $$;

-- Withdraws what waits: a question, or an entry that no attempt has begun or can still end.
CREATE FUNCTION sidegate.cancel_intent(
  decision_id uuid, withdrawn uuid, seen_version bigint, why text,
  OUT verdict text, OUT intent_state text, OUT decider text, OUT decided timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  a sidegate.approval;
  i sidegate.intent;
  now_at timestamptz;
BEGIN
  IF coalesce(btrim(why), '') = '' THEN
    RAISE EXCEPTION 'sidegate: a withdrawal needs a reason' USING ERRCODE = 'check_violation';
  END IF;
  SELECT * INTO a FROM sidegate.approval q WHERE q.intent = withdrawn
  ORDER BY q.number DESC LIMIT 1 FOR UPDATE;
  SELECT * INTO i FROM sidegate.intent t WHERE t.operation = withdrawn FOR UPDATE;
  IF NOT FOUND THEN
    verdict := 'NOT_FOUND';
    RETURN;
  END IF;
  now_at := clock_timestamp();
  intent_state := i.state;
  SELECT d.decided_by, d.decided_at INTO decider, decided
  FROM sidegate.operator_decision d
  WHERE d.decision = decision_id AND d.intent = withdrawn AND d.kind = 'CANCEL';
  IF FOUND THEN
    verdict := 'DECIDED';
  ELSIF EXISTS (SELECT FROM sidegate.operator_decision d WHERE d.decision = decision_id) THEN
    verdict := 'OTHER_DECISION';
  ELSIF i.state NOT IN ('AWAITING_HUMAN', 'AUTHORIZED') OR i.unresolved > 0
      OR i.version <> coalesce(seen_version, i.version) THEN
    verdict := 'MOVED';
  ELSIF NOT pg_has_role(session_user, 'sidegate_operator', 'MEMBER') AND NOT EXISTS (
      SELECT FROM sidegate.effect_policy p
      WHERE p.effect = i.effect AND sidegate.may_decide(session_user, p.approval_role)) THEN
    verdict := 'OTHER_ROLE';
  ELSE
    INSERT INTO sidegate.operator_decision (decision, intent, kind, seen, reason)
    VALUES (decision_id, withdrawn, 'CANCEL', i.version, why);
    IF i.state = 'AWAITING_HUMAN' THEN
      UPDATE sidegate.approval q
      SET state = 'VOID', decided_at = now_at, decided_by = session_user, reason = why
      WHERE q.id = a.id AND q.state IN ('OPEN', 'VOID') RETURNING * INTO STRICT a;
      PERFORM sidegate.tell_decided(a.id, now_at);
    END IF;
    PERFORM sidegate.move_intent(withdrawn, i.state, 'CANCELLED', 'CANCELLED', why, NULL, NULL,
      jsonb_build_object('decision', decision_id, 'reason', why), now_at);
    UPDATE sidegate.effect_outbox o SET state = 'CANCELLED', changed_at = now_at
    WHERE o.intent = withdrawn AND o.state IN ('PENDING', 'PARKED', 'SENDING');
    verdict := 'DECIDED';
    intent_state := 'CANCELLED';
    decider := session_user;
    decided := now_at;
  END IF;
END $$;

-- Too late is never a yes. A bounded number at a time; what somebody is deciding is passed over.
CREATE FUNCTION sidegate.expire_approvals(most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  a sidegate.approval;
  expired integer := 0;
  now_at timestamptz;
BEGIN
  FOR a IN
    SELECT * FROM sidegate.approval b
    WHERE b.decided_at IS NULL AND b.expires_at <= clock_timestamp()
    ORDER BY b.expires_at LIMIT most FOR UPDATE SKIP LOCKED
  LOOP
    now_at := clock_timestamp();
    UPDATE sidegate.approval b SET state = 'EXPIRED', decided_at = now_at WHERE b.id = a.id;
    -- A voided question may have been asked anew: then that one counts.
    PERFORM FROM sidegate.intent t WHERE t.operation = a.intent AND t.state = 'AWAITING_HUMAN'
      AND NOT EXISTS (SELECT FROM sidegate.approval q
        WHERE q.intent = a.intent AND q.number > a.number)
      FOR UPDATE;
    IF FOUND THEN
      PERFORM sidegate.move_intent(a.intent, 'AWAITING_HUMAN', 'EXPIRED', 'EXPIRED',
        'nobody decided before ' || to_char(a.expires_at AT TIME ZONE 'UTC',
          'YYYY-MM-DD HH24:MI:SS"Z"'), NULL, NULL, jsonb_build_object('approval', a.id), now_at);
    END IF;
    PERFORM sidegate.tell_decided(a.id, now_at);
    expired := expired + 1;
  END LOOP;
  RETURN expired;
END $$;

-- A link's token, by its hash. The newest one of an approver counts; none outlives its question.
CREATE FUNCTION sidegate.put_token(of_approval uuid, of_approver text, hash bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO sidegate.approval_token AS t (token_sha256, approval, approver, expires_at)
  SELECT hash, b.id, of_approver, b.expires_at FROM sidegate.approval b
  WHERE b.id = of_approval AND b.state = 'OPEN' AND b.expires_at > clock_timestamp()
  ON CONFLICT (approval, approver) DO UPDATE
  SET token_sha256 = excluded.token_sha256, made_at = clock_timestamp(), made_by = session_user
  WHERE t.used_at IS NULL;
  RETURN FOUND;
END $$;

-- Lets somebody else decide in one's place, for a while; also takes it back, with a past time.
CREATE FUNCTION sidegate.delegate_approvals(to_person text, of_role text, ends_at timestamptz)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT sidegate.may_decide(session_user, of_role) THEN
    RETURN false;
  END IF;
  INSERT INTO sidegate.approval_delegation AS d (principal, delegate, role, until)
  VALUES (session_user, lower(to_person), of_role, ends_at)
  ON CONFLICT (principal, delegate, role) DO UPDATE
  SET until = excluded.until, made_at = clock_timestamp();
  RETURN true;
END $$;

-- Whether a policy is as tight as another in every respect, and may follow it without a person.
-- What cannot be compared (another role, another rule) is not.
CREATE FUNCTION sidegate.is_tighter(policy text, than text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  neu jsonb := coalesce(NULLIF(policy, '')::jsonb, '{}');
  old jsonb := coalesce(NULLIF(than, '')::jsonb, '{}');
  n jsonb := neu -> 'approval';
  o jsonb := old -> 'approval';
BEGIN
  RETURN coalesce((neu ->> 'irreversible')::boolean, false)
      >= coalesce((old ->> 'irreversible')::boolean, false)
    AND (o IS NULL OR n IS NOT NULL
      AND n ->> 'role' = o ->> 'role'
      AND (n ->> 'needed')::integer >= (o ->> 'needed')::integer
      AND (n ->> 'expiresIn')::bigint <= (o ->> 'expiresIn')::bigint
      AND (n ->> 'mode' = 'BEFORE_ACT'
        OR n ->> 'mode' = 'CANCEL_WINDOW' AND o ->> 'mode' = 'CANCEL_WINDOW'
          AND (n ->> 'window')::bigint >= (o ->> 'window')::bigint
        OR n ->> 'mode' = 'BY_EXCEPTION' AND o ->> 'mode' = 'BY_EXCEPTION'
          AND n -> 'rule' = o -> 'rule'
          AND (n ->> 'sample')::integer >= (o ->> 'sample')::integer)
      AND (n -> 'fallback' IS NULL
        OR n #>> '{fallback,role}' = o #>> '{fallback,role}'
          AND (n #>> '{fallback,after}')::bigint >= (o #>> '{fallback,after}')::bigint));
END $$;

-- A changed policy voids what is asked under the old one. The intents stay: the same call asks
-- anew, and what nobody asks about expires.
CREATE FUNCTION sidegate.void_approvals(of_effect text, new_version integer) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  a sidegate.approval;
BEGIN
  FOR a IN
    SELECT * FROM sidegate.approval b
    WHERE b.effect = of_effect AND b.decided_at IS NULL AND b.state = 'OPEN'
      AND b.policy_version <> new_version
    ORDER BY b.intent FOR UPDATE
  LOOP
    UPDATE sidegate.approval b SET state = 'VOID', reason = 'the policy changed' WHERE b.id = a.id;
    UPDATE sidegate.approval_notice n SET state = 'POINTLESS', ended_at = clock_timestamp()
    WHERE n.approval = a.id AND n.state = 'PENDING';
    PERFORM sidegate.move_intent(a.intent, 'AWAITING_HUMAN', 'AWAITING_HUMAN', 'APPROVAL_VOIDED',
      'the policy changed', 'policy changed', NULL,
      jsonb_build_object('approval', a.id, 'policy', new_version), clock_timestamp());
  END LOOP;
END $$;

-- Takes a first proposal and every tighter policy; a looser one, or one that cannot be compared, is
-- refused and kept for a person, and so is another owner, unless the proposing side allows the
-- known one beside itself. Runs as the tables' owner: the agent's role cannot write effect_policy
-- itself. An effect that is known costs one lookup and no write.
CREATE OR REPLACE FUNCTION sidegate.propose_policy(
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
  ELSIF sidegate.is_tighter(proposal, known.policy) THEN
    UPDATE sidegate.effect_policy p
    SET policy = proposal, version = p.version + 1, accepted_at = clock_timestamp(),
      accepted_by = session_user, proposed_policy = NULL, proposed_at = NULL, proposed_by = NULL
    WHERE p.effect = proposed_effect AND p.version = known.version
    RETURNING p.version INTO current_version;
    IF FOUND THEN
      PERFORM sidegate.void_approvals(proposed_effect, current_version);
      verdict := 'ACCEPTED';
    ELSE
      verdict := 'AGAIN';
    END IF;
  ELSE
    UPDATE sidegate.effect_policy p
    SET proposed_policy = proposal, proposed_at = clock_timestamp(), proposed_by = session_user
    WHERE p.effect = proposed_effect AND p.proposed_policy IS DISTINCT FROM proposal;
    verdict := 'LOOSER';
  END IF;
END $$;

-- A person accepts the policy that was proposed and waits, if it still is the one that he saw.
CREATE FUNCTION sidegate.accept_policy(of_effect text, seen_proposal text,
  OUT verdict text, OUT new_version integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE sidegate.effect_policy p
  SET policy = p.proposed_policy, version = p.version + 1, accepted_at = clock_timestamp(),
    accepted_by = session_user, proposed_policy = NULL, proposed_at = NULL, proposed_by = NULL
  WHERE p.effect = of_effect AND p.proposed_policy = seen_proposal
  RETURNING p.version INTO new_version;
  IF FOUND THEN
    verdict := 'ACCEPTED';
    PERFORM sidegate.void_approvals(of_effect, new_version);
  ELSE
    verdict := CASE WHEN EXISTS (SELECT FROM sidegate.effect_policy p WHERE p.effect = of_effect)
      THEN 'MOVED' ELSE 'NOT_FOUND' END;
  END IF;
END $$;

-- Who may call what. Nobody but the owner calls what is not named here.
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA sidegate FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sidegate.sampled, sidegate.passed_by_rule TO sidegate_agent;
GRANT EXECUTE ON FUNCTION sidegate.expire_approvals, sidegate.put_token TO sidegate_agent;
GRANT EXECUTE ON FUNCTION sidegate.decide_approval TO sidegate_approver, sidegate_console;
GRANT EXECUTE ON FUNCTION sidegate.cancel_intent
  TO sidegate_approver, sidegate_operator, sidegate_console;
GRANT EXECUTE ON FUNCTION sidegate.delegate_approvals TO sidegate_approver;
GRANT EXECUTE ON FUNCTION sidegate.expire_approvals, sidegate.accept_policy TO sidegate_operator;
GRANT EXECUTE ON FUNCTION sidegate.may_decide TO sidegate_approver, sidegate_operator,
  sidegate_reader, sidegate_console;
GRANT EXECUTE ON FUNCTION sidegate.hold TO sidegate_approver, sidegate_console;

ALTER TABLE sidegate.operator_decision
  DROP CONSTRAINT operator_decision_kind_check,
  ADD CONSTRAINT operator_decision_kind_check CHECK (kind IN (
    'APPLIED', 'NOT_APPLIED', 'ABANDON', 'GRANT', 'SUPERSEDE', 'ACKNOWLEDGE', 'CANCEL'));
ALTER TABLE sidegate.intent
  DROP CONSTRAINT intent_hold_reason_check,
  ADD CONSTRAINT intent_hold_reason_check CHECK (hold_reason IN (
    'exhausted', 'conflict', 'contradicted', 'undetermined', 'no target', 'undecodable',
    'policy changed'));

-- The whole table of transitions, as dev.sidegate.engine.transition has it; all else does not exist.
DROP TRIGGER legal_transition ON sidegate.intent;
CREATE TRIGGER legal_transition BEFORE UPDATE ON sidegate.intent
FOR EACH ROW WHEN (OLD.state <> NEW.state AND (OLD.state || '>' || NEW.state) <> ALL (ARRAY[
    'PROCESSING>COMPLETED', 'PROCESSING>FAILED_RETRYABLE', 'PROCESSING>FAILED_TERMINAL',
    'PROCESSING>UNKNOWN', 'PROCESSING>AUTHORIZED',
    'AWAITING_HUMAN>AUTHORIZED', 'AWAITING_HUMAN>REJECTED', 'AWAITING_HUMAN>EXPIRED',
    'AWAITING_HUMAN>CANCELLED',
    'AUTHORIZED>PROCESSING', 'AUTHORIZED>CANCELLED', 'AUTHORIZED>AWAITING_HUMAN',
    'FAILED_RETRYABLE>PROCESSING', 'FAILED_RETRYABLE>COMPLETED', 'FAILED_RETRYABLE>ABANDONED',
    'FAILED_RETRYABLE>AWAITING_HUMAN', 'FAILED_RETRYABLE>AUTHORIZED',
    'FAILED_TERMINAL>COMPLETED', 'FAILED_TERMINAL>ABANDONED',
    'UNKNOWN>PROCESSING', 'UNKNOWN>COMPLETED', 'UNKNOWN>FAILED_RETRYABLE', 'UNKNOWN>AUTHORIZED',
    'UNKNOWN>FAILED_TERMINAL', 'UNKNOWN>ABANDONED']))
EXECUTE FUNCTION sidegate.refuse('no such transition of an intent');

-- What a provider promised is known when the first attempt begins, which may be after the queue.
DROP TRIGGER promises_shrink ON sidegate.intent;
CREATE TRIGGER promises_shrink BEFORE UPDATE ON sidegate.intent
FOR EACH ROW WHEN (OLD.first_started_at IS NOT NULL
  AND (NEW.idempotent AND NOT OLD.idempotent
    OR NEW.first_started_at IS DISTINCT FROM OLD.first_started_at
    OR NEW.keyed_until IS NOT NULL AND NOT coalesce(NEW.keyed_until <= OLD.keyed_until, false)))
EXECUTE FUNCTION sidegate.refuse('what a provider promised for an intent only shrinks');

-- An older engine would start what needs a yes, and be refused each time.
UPDATE sidegate.installation SET schema_version = 7, serves_from = 7;
