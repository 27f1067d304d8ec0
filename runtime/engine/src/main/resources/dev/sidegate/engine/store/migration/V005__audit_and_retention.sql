-- The audit beyond the intents' own chains: each process's own chain (law 15).

-- One engine in one JVM: what it refused, and what its attempts reported too late. Its events stand
-- in audit_event, under the chain's id.
CREATE TABLE sidegate.process_chain (
  chain          uuid        NOT NULL PRIMARY KEY,
  opened_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor          text        NOT NULL DEFAULT session_user,
  audit_sequence bigint      NOT NULL DEFAULT 0,
  audit_head     bytea       NOT NULL DEFAULT ''
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
  SET audit_sequence = known.audit_sequence, audit_head = known.audit_head
  WHERE c.chain = process;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION sidegate.record_process FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sidegate.record_process TO sidegate_agent;
GRANT SELECT ON sidegate.process_chain TO sidegate_agent, sidegate_operator, sidegate_reader;

UPDATE sidegate.installation SET schema_version = 5;
