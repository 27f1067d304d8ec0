-- Which installation this is. Index: none, it is one row.
SELECT i.id FROM sidegate.installation i
