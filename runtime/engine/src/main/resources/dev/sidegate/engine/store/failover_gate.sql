-- Whether effects without a provider's promise may run on this server, since when, by whom and why.
SELECT g.system_identifier, g.timeline, g.synchronous, g.open, g.reason, g.changed_at, g.changed_by
FROM sidegate.failover_gate g
WHERE g.one
