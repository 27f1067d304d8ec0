-- Asking the provider about a doubt: who asks, since when, and what came of it.

-- One lookup. It holds a lease of its own: while it lasts nobody else asks about the same intent,
-- and when it ends without a verdict, that counts as undetermined and is not repeated at once.
CREATE TABLE sidegate.reconciliation_probe (
  intent     uuid        NOT NULL,
  number     integer     NOT NULL CHECK (number >= 1),
  owner      uuid        NOT NULL,
  -- The intent's version that it asks about; a verdict about an older one moves nothing (law 12).
  seen       bigint      NOT NULL,
  reconciler text        NOT NULL,
  -- As it began, no attempt could send any more, and the settle delay had passed since the last one
  -- ended. Only then does "not there" prove anything (law 3).
  silent     boolean     NOT NULL,
  actor      text        NOT NULL DEFAULT session_user,
  started_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at   timestamptz,
  verdict    text        COLLATE "C" CHECK (verdict IN (
               'APPLIED', 'NOT_APPLIED', 'CONFLICT', 'UNDETERMINED')),
  receipt    text,
  detail     text,
  -- Whether the verdict moved the intent, or somebody else had done so before.
  moved      boolean,
  PRIMARY KEY (intent, number),
  CHECK ((ended_at IS NULL) = (verdict IS NULL)),
  CHECK (receipt IS NULL OR verdict = 'APPLIED')
);

CREATE UNIQUE INDEX one_open_probe ON sidegate.reconciliation_probe (intent)
  WHERE ended_at IS NULL;

-- Before the next lookup, after this many: doubles from two seconds to an hour, half of it drawn,
-- but never less than the settle delay.
CREATE FUNCTION sidegate.probe_back_off(probes integer, settle_delay_millis bigint)
RETURNS interval LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN greatest(settle_delay_millis,
    least(3600000, 2000 * power(2, least(greatest(probes, 1), 20) - 1)) * (0.5 + random() / 2))
  * interval '1 ms';
REVOKE ALL ON FUNCTION sidegate.probe_back_off FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sidegate.probe_back_off TO sidegate_agent;

GRANT SELECT ON sidegate.reconciliation_probe
  TO sidegate_agent, sidegate_operator, sidegate_reader;
GRANT INSERT (intent, number, owner, seen, reconciler, silent, started_at, expires_at)
  ON sidegate.reconciliation_probe TO sidegate_agent;
GRANT UPDATE (ended_at, verdict, receipt, detail, moved)
  ON sidegate.reconciliation_probe TO sidegate_agent;

CREATE TRIGGER asked_once BEFORE UPDATE ON sidegate.reconciliation_probe
FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL)
EXECUTE FUNCTION sidegate.refuse('a lookup that has ended stays as it ended');

UPDATE sidegate.installation SET schema_version = 4;
