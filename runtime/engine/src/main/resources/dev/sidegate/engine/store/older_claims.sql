-- Which of the engines' sessions read the kill switch right now: a claim statement holds this lock
-- from before it takes its snapshot until it has committed. Others that read the switch, such as a
-- backup, may take hours and grant nothing.
SELECT l.pid, l.virtualtransaction
FROM pg_catalog.pg_locks l
JOIN pg_catalog.pg_stat_activity a ON a.pid = l.pid
WHERE l.locktype = 'relation' AND l.granted
  AND l.database = (SELECT d.oid FROM pg_catalog.pg_database d WHERE d.datname = current_database())
  AND l.relation = 'sidegate.kill_switch'::regclass
  AND l.pid <> pg_backend_pid()
  AND a.application_name LIKE 'sidegate%'
