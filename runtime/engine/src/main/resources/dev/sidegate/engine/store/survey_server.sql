-- How durable the server is, and what stands behind it. No table of ours is read, so that it
-- answers where nothing was migrated yet.
SELECT current_setting('server_version') AS version,
  current_setting('server_version_num')::integer / 10000 AS major,
  current_setting('fsync') AS fsync,
  current_setting('full_page_writes') AS full_page_writes,
  current_setting('synchronous_commit') AS synchronous_commit,
  current_setting('synchronous_standby_names') AS synchronous_standby_names,
  pg_is_in_recovery() AS in_recovery,
  (SELECT count(*) FROM pg_catalog.pg_stat_replication) AS standbys,
  (SELECT count(*) FROM pg_catalog.pg_stat_replication s WHERE s.sync_state IN ('sync', 'quorum'))
    AS synchronous_standbys,
  to_regclass('sidegate.installation') IS NOT NULL AS migrated
