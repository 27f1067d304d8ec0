-- Who reads the kill switch right now: claim statements hold this lock from before they take their
-- snapshot until they have committed, and so does whoever could still grant by an older switch.
SELECT l.pid, l.virtualtransaction
FROM pg_catalog.pg_locks l
WHERE l.locktype = 'relation' AND l.granted
  AND l.database = (SELECT d.oid FROM pg_catalog.pg_database d WHERE d.datname = current_database())
  AND l.relation = 'sidegate.kill_switch'::regclass
  AND l.pid <> pg_backend_pid()
