-- The tables of DESIGN.md, section 10, as far as inline effects need them.
--
-- Keys are compared byte by byte (COLLATE "C"): a collation that folds or pads would make one wish
-- of two. No foreign keys: each row is written by the statement that writes its intent, and the
-- check would cost a lookup and a share lock per row on every call. The schema itself is made by
-- whoever runs the migrations, because their history lies in it.

-- One logical wish for an effect. A row is written at claim and at settle, so the pages keep room
-- for one more version of each row, and renewal stays a HOT update: expires_at is in no index.
CREATE TABLE sidegate.intent (
  operation         uuid        NOT NULL PRIMARY KEY,
  scope             text        COLLATE "C" NOT NULL,
  effect            text        COLLATE "C" NOT NULL,
  key               text        COLLATE "C" NOT NULL,
  generation        integer     NOT NULL CHECK (generation >= 1),
  state             text        COLLATE "C" NOT NULL CHECK (state IN (
                      'PROCESSING', 'AWAITING_HUMAN', 'AUTHORIZED', 'COMPLETED', 'FAILED_RETRYABLE',
                      'FAILED_TERMINAL', 'UNKNOWN', 'REJECTED', 'CANCELLED', 'EXPIRED', 'ABANDONED')),
  hold_reason       text        COLLATE "C" CHECK (hold_reason IN (
                      'exhausted', 'conflict', 'contradicted', 'undetermined', 'no target',
                      'undecodable', 'policy changed')),
  -- Rises with each transition; settle, decisions and the sweep compare it (law 12).
  version           bigint      NOT NULL CHECK (version >= 1),
  -- The token of the last claim. It stays after the end of the attempt, and expires_at goes: that
  -- is how a repeated settle finds that its first try arrived. A person's decision removes it.
  lease_owner       uuid,
  expires_at        timestamptz,
  -- Where a claim whose body did not start goes back to; null if the claim opened the intent.
  claimed_from      text        COLLATE "C",
  -- Attempts that count against the budget, and the number of the last one claimed. A claim that is
  -- handed back spends none, but its number is not given again.
  attempts          integer     NOT NULL CHECK (attempts >= 0),
  last_attempt      integer     NOT NULL CHECK (last_attempt >= attempts),
  -- Ended attempts of which nobody knows what they did. Above 0 no failure is proven (law 3).
  unresolved        integer     NOT NULL DEFAULT 0 CHECK (unresolved >= 0),
  max_attempts      integer     NOT NULL CHECK (max_attempts >= 1),
  deadline          timestamptz NOT NULL,
  next_try_at       timestamptz,
  policy_version    integer     NOT NULL,
  payload           bytea,
  payload_hash      bytea       NOT NULL CHECK (octet_length(payload_hash) = 32),
  payload_algorithm integer     NOT NULL,
  payload_schema    text        NOT NULL,
  result            bytea,
  receipt           text,
  failure_class     text,
  failure           text,
  reason            text,
  opened_at         timestamptz NOT NULL,
  changed_at        timestamptz NOT NULL,
  audit_sequence    bigint      NOT NULL,
  audit_head        bytea       NOT NULL,
  CHECK (state <> 'PROCESSING' OR (lease_owner IS NOT NULL AND expires_at IS NOT NULL)),
  CONSTRAINT intent_identity UNIQUE (scope, effect, key, generation)
) WITH (fillfactor = 60);

-- The one index that a state stands in: sweep and lists read what is open, by age. Finished
-- intents, the many, are not in it.
CREATE INDEX intent_open ON sidegate.intent (state, opened_at)
  WHERE state IN ('PROCESSING', 'AWAITING_HUMAN', 'AUTHORIZED', 'FAILED_RETRYABLE', 'UNKNOWN');

-- One run of the body.
CREATE TABLE sidegate.attempt (
  intent               uuid        NOT NULL,
  number               integer     NOT NULL,
  owner                uuid        NOT NULL,
  state                text        COLLATE "C" NOT NULL CHECK (state IN (
                         'RUNNING', 'COMPLETED', 'NOT_APPLIED', 'UNKNOWN', 'HANDED_BACK')),
  actor                text        NOT NULL DEFAULT session_user,
  started_at           timestamptz NOT NULL,
  ended_at             timestamptz,
  receipt              text,
  failure_class        text,
  failure              text,
  message              text,
  provider_request_ids text[],
  PRIMARY KEY (intent, number)
) WITH (fillfactor = 80);

-- What happened, in order, per chain: an intent's chain has the operation as its id, what concerns
-- the installation has the installation's. A hash covers the one before it; the head moves with
-- the row that the event is about, in the same statement (law 15).
CREATE TABLE sidegate.audit_event (
  chain      uuid        NOT NULL,
  sequence   bigint      NOT NULL,
  at         timestamptz NOT NULL,
  actor      text        NOT NULL,
  kind       text        COLLATE "C" NOT NULL,
  from_state text        COLLATE "C",
  to_state   text        COLLATE "C",
  attempt    integer,
  detail     text,
  hash       bytea       NOT NULL,
  PRIMARY KEY (chain, sequence)
);

-- A row may only close. What is neither closed by a row nor opened by the global one is closed
-- (law 11). '*' stands for every effect, every scope.
CREATE TABLE sidegate.kill_switch (
  effect     text        COLLATE "C" NOT NULL,
  scope      text        COLLATE "C" NOT NULL,
  enabled    boolean     NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_by text        NOT NULL DEFAULT session_user,
  reason     text        NOT NULL,
  PRIMARY KEY (effect, scope)
);

-- Who owns an effect, and under which policy it runs. Written by propose_policy alone.
CREATE TABLE sidegate.effect_policy (
  effect          text        COLLATE "C" NOT NULL PRIMARY KEY,
  owner           text        NOT NULL,
  policy          text        NOT NULL,
  version         integer     NOT NULL CHECK (version >= 1),
  accepted_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  accepted_by     text        NOT NULL DEFAULT session_user,
  -- A looser policy that waits for a person.
  proposed_policy text,
  proposed_at     timestamptz,
  proposed_by     text
);

-- One row: which installation this is, and which engines its tables serve.
CREATE TABLE sidegate.installation (
  id             uuid        NOT NULL PRIMARY KEY,
  one            boolean     NOT NULL DEFAULT true UNIQUE CHECK (one),
  schema_version integer     NOT NULL,
  serves_from    integer     NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Of the secret behind hmac holes and sensitive values; written once, by hmac_fingerprint.
  hmac_fingerprint text,
  audit_sequence bigint      NOT NULL DEFAULT 0,
  audit_head     bytea       NOT NULL DEFAULT ''
);

-- What an attempt reported after it had lost its intent to another attempt or to a decision. Never
-- overwrites anything; a person reads it (law 12).
CREATE TABLE sidegate.late_evidence (
  intent   uuid        NOT NULL,
  attempt  integer     NOT NULL,
  owner    uuid        NOT NULL,
  kind     text        COLLATE "C" NOT NULL,
  at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor    text        NOT NULL DEFAULT session_user,
  receipt  text,
  result   bytea,
  failure  text,
  message  text,
  PRIMARY KEY (intent, owner, kind)
);

-- A person's decision. The id is the caller's: deciding twice with one id is deciding once.
CREATE TABLE sidegate.operator_decision (
  decision    uuid        NOT NULL PRIMARY KEY,
  intent      uuid        NOT NULL,
  kind        text        COLLATE "C" NOT NULL CHECK (kind IN ('APPLIED', 'NOT_APPLIED', 'ABANDON')),
  seen        bigint      NOT NULL,
  receipt     text,
  reason      text        NOT NULL,
  decided_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_by  text        NOT NULL DEFAULT session_user
);
CREATE INDEX operator_decision_intent ON sidegate.operator_decision (intent);

-- The hash of an audit event. Fields before the actor hold no '|', the actor's length goes before
-- it and the detail comes last, so two different events never give one text. Inlined by the
-- planner; timestamptz_send is microseconds since 2000, whatever the session's time zone.
CREATE FUNCTION sidegate.audit_hash(
  previous bytea, chain uuid, sequence bigint, at timestamptz, actor text,
  kind text, from_state text, to_state text, attempt integer, detail text)
RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE
RETURN sha256(previous || uuid_send(chain) || int8send(sequence) || timestamptz_send(at)
  || convert_to(kind || '|' || coalesce(from_state, '') || '|' || coalesce(to_state, '') || '|'
       || coalesce(attempt::text, '') || '|' || octet_length(actor) || '|' || actor || '|'
       || coalesce(detail, ''), 'UTF8'));

INSERT INTO sidegate.installation (id, schema_version, serves_from)
VALUES (gen_random_uuid(), 1, 1);

INSERT INTO sidegate.kill_switch (effect, scope, enabled, reason)
VALUES ('*', '*', true, 'installed');
