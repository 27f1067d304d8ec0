-- Takes back that everything of an attempt is watched, before it goes where nobody looks; says
-- whether that came in time.
--
-- Only while the attempt runs: once its lease has been taken for ended, the row says what it can
-- still send, and somebody may have acted on that. Row locks put this before or after it.
-- Index: attempt_pkey.
UPDATE sidegate.attempt a SET watched = false
WHERE a.intent = :operation::uuid AND a.number = :attempt::integer AND a.owner = :owner::uuid
  AND a.state = 'RUNNING'
RETURNING a.number
