-- Makes the next anchor over what was committed below the snapshot's horizon, or nothing if the last
-- one is young or there is nothing to seal; the owner's function does it, so that nobody else writes
-- anchors. Index: audit_event_transaction.
SELECT anchor, sealed, more
FROM sidegate.seal_audit(:pause_millis::bigint * interval '1 ms', :most::integer)
