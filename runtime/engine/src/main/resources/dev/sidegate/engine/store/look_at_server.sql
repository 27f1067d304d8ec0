-- The server behind this connection, and the one that the tables know. Reads, and notes when
-- replication became synchronous or stopped being it.
SELECT s.system_identifier, s.timeline, s.wal_position, s.started_at, s.synchronous,
  s.known, s.known_system_identifier, s.known_timeline,
  (SELECT i.id FROM sidegate.installation i) AS installation
FROM sidegate.look_at_server() s
