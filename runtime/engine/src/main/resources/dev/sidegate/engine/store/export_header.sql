-- Which installation's audit this is. Index: none; one row.
SELECT i.id, i.schema_version, clock_timestamp() AS at FROM sidegate.installation i
