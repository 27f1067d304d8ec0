-- A wish, written on the application's own connection and in its transaction; a trigger compares the
-- installation. Index: outbox_request_pkey.
INSERT INTO sidegate.outbox_request (
  id, installation, effect, scope, key, payload, payload_hash, payload_algorithm, payload_schema,
  context)
VALUES (
  :id::uuid, :installation::uuid, :effect, :scope, :key, :payload, :hash, :algorithm, :schema,
  :context)
