-- The dispatcher's part: entries of the queue follow their intents, and what a dispatcher looks for
-- has its own small indexes, whatever lies finished beside it.

ALTER TABLE sidegate.intent
  -- It has an entry in the queue: a dispatcher goes on with it by itself.
  ADD queued boolean NOT NULL DEFAULT false;

ALTER TABLE sidegate.effect_outbox
  -- Entries with an equal order key go in this order.
  ADD number bigint GENERATED ALWAYS AS IDENTITY,
  -- What was known around the call: a JSON object of texts. The attempt gets it back.
  ADD context text NOT NULL DEFAULT '{}';
ALTER TABLE sidegate.approval ADD context text NOT NULL DEFAULT '{}';

UPDATE sidegate.intent i SET queued = true
FROM sidegate.effect_outbox o WHERE o.intent = i.operation;

-- What may be sent, by effect, scope and time: the way through it jumps from scope to scope. A doubt
-- stands in it with the time from which its provider takes a repetition; else with infinity.
CREATE INDEX outbox_waiting ON sidegate.effect_outbox (effect, scope, not_before)
  WHERE state IN ('PENDING', 'UNKNOWN');
-- What is being sent, for limits and for order.
CREATE INDEX outbox_sending ON sidegate.effect_outbox (effect, scope, order_key)
  WHERE state = 'SENDING';
-- What stands before an entry with the same order key.
CREATE INDEX outbox_order ON sidegate.effect_outbox (effect, scope, order_key, number)
  WHERE order_key IS NOT NULL AND state IN ('PENDING', 'SENDING', 'UNKNOWN', 'PARKED');

-- An entry says what its intent's state means to the queue. Nobody else writes it: it is no
-- permission, and cannot be a wrong one.
CREATE FUNCTION sidegate.entry_follows() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE sidegate.effect_outbox o SET
    state = CASE
      WHEN NEW.state IN ('AUTHORIZED', 'UNKNOWN', 'FAILED_RETRYABLE')
        AND NEW.hold_reason IS NOT NULL THEN 'PARKED'
      ELSE CASE NEW.state
        WHEN 'AUTHORIZED' THEN 'PENDING'
        WHEN 'PROCESSING' THEN 'SENDING'
        WHEN 'COMPLETED' THEN 'COMPLETED'
        WHEN 'UNKNOWN' THEN 'UNKNOWN'
        WHEN 'FAILED_RETRYABLE' THEN 'PARKED'
        WHEN 'FAILED_TERMINAL' THEN 'FAILED'
        ELSE 'CANCELLED' END
      END,
    not_before = CASE
      WHEN NEW.state = 'AUTHORIZED' AND OLD.state = 'UNKNOWN'
        THEN coalesce(NEW.next_try_at, NEW.changed_at)
      WHEN NEW.state = 'AUTHORIZED'
        THEN greatest(o.not_before, coalesce(NEW.next_try_at, '-infinity'))
      WHEN NEW.state <> 'UNKNOWN' THEN least(o.not_before, NEW.changed_at)
      WHEN NEW.idempotent OR NEW.keyed_until > clock_timestamp()
        THEN coalesce(NEW.next_try_at, NEW.changed_at)
      ELSE 'infinity' END,
    changed_at = clock_timestamp()
  WHERE o.intent = NEW.operation;
  RETURN NULL;
END $$;

-- A new yes writes its entry itself (law 7), with its own time.
CREATE TRIGGER entry_follows AFTER UPDATE ON sidegate.intent
FOR EACH ROW WHEN (NEW.queued
  AND OLD.state || '>' || NEW.state <> 'AWAITING_HUMAN>AUTHORIZED'
  AND (OLD.state, OLD.hold_reason, OLD.next_try_at)
    IS DISTINCT FROM (NEW.state, NEW.hold_reason, NEW.next_try_at))
EXECUTE FUNCTION sidegate.entry_follows();

CREATE FUNCTION sidegate.entry_is_known() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE sidegate.intent i SET queued = true WHERE i.operation = NEW.intent AND NOT i.queued;
  RETURN NULL;
END $$;

CREATE TRIGGER entry_is_known AFTER INSERT ON sidegate.effect_outbox
FOR EACH ROW EXECUTE FUNCTION sidegate.entry_is_known();

REVOKE UPDATE ON sidegate.effect_outbox FROM sidegate_agent;
REVOKE UPDATE (state, not_before, changed_at) ON sidegate.effect_outbox FROM sidegate_agent;
GRANT INSERT (context) ON sidegate.effect_outbox TO sidegate_agent;
GRANT INSERT (context) ON sidegate.approval TO sidegate_agent;

-- The entry of an approved intent: exactly one row, new or, where a withdrawn one stands, that one
-- anew; anything else undoes the whole decision (law 7).
CREATE OR REPLACE FUNCTION sidegate.queue_authorised(
  i sidegate.intent, a sidegate.approval, at timestamptz)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO sidegate.effect_outbox AS o (intent, effect, scope, order_key, not_before, context)
  VALUES (i.operation, i.effect, i.scope, a.order_key, at + a.delay_millis * interval '1 ms',
    a.context)
  ON CONFLICT (intent) DO UPDATE
  SET state = 'PENDING', not_before = excluded.not_before, order_key = excluded.order_key,
    context = excluded.context, changed_at = at
  WHERE o.state IN ('CANCELLED', 'FAILED');
  IF NOT FOUND THEN
    RAISE EXCEPTION 'sidegate: % is queued already', i.operation
      USING ERRCODE = 'unique_violation';
  END IF;
END $$;

-- How many more attempts of an effect may run now, over all JVMs; 0 while another dispatcher counts.
-- Counted under a lock and in its own snapshot: whoever counts next sees what this one has begun.
CREATE FUNCTION sidegate.free_places(of_effect text, at_once integer) RETURNS integer
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  sending integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(
      hashtextextended('sidegate.free_places ' || of_effect, 0)) THEN
    RETURN 0;
  END IF;
  SELECT count(*) INTO sending FROM (
    SELECT FROM sidegate.effect_outbox o WHERE o.state = 'SENDING' AND o.effect = of_effect
    LIMIT at_once) s;
  RETURN greatest(0, at_once - sending);
END $$;
REVOKE ALL ON FUNCTION sidegate.free_places, sidegate.entry_follows, sidegate.entry_is_known
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sidegate.free_places TO sidegate_agent;

-- Why an intent does not move by itself any more; null if it does, or if it is finished. What an
-- event decided stands in the row; what only time brings is computed here, and nowhere else.
CREATE OR REPLACE FUNCTION sidegate.hold(i sidegate.intent) RETURNS text
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN CASE
  WHEN i.hold_reason IS NOT NULL THEN i.hold_reason
  WHEN i.state = 'FAILED_RETRYABLE'
    AND (i.attempts >= i.max_attempts OR i.deadline <= clock_timestamp()) THEN 'exhausted'
  -- No program that could run it has looked at it in time.
  WHEN i.state = 'AUTHORIZED' AND i.deadline <= clock_timestamp() THEN 'no target'
  -- A reconciler is still to be asked.
  WHEN i.state <> 'UNKNOWN' OR i.next_probe_at IS NOT NULL THEN NULL
  -- Its provider takes a repetition: the budget decides.
  WHEN i.idempotent OR i.keyed_until > clock_timestamp() THEN
    CASE WHEN i.attempts >= i.max_attempts OR i.deadline <= clock_timestamp() THEN 'exhausted' END
  ELSE 'undetermined'
END;

-- An older engine would leave a dispatched intent to callers that never come.
UPDATE sidegate.installation SET schema_version = 9, serves_from = 9;
