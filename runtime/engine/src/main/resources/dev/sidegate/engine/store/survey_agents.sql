-- The engines that are connected now, by what their sessions call themselves.
SELECT a.application_name AS name, a.usename AS login, host(a.client_addr) AS address,
  count(*) AS connections, min(a.backend_start) AS since
FROM pg_catalog.pg_stat_activity a
WHERE a.datname = current_database() AND a.application_name LIKE 'sidegate/%'
GROUP BY a.application_name, a.usename, a.client_addr
ORDER BY min(a.backend_start)
