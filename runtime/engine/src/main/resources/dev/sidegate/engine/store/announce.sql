-- Wakes dispatchers of other processes. A statement of its own, after the commit that it is about:
-- inside it, NOTIFY would make all commits wait for one lock.
SELECT pg_notify('sidegate_outbox', '')
