-- Commits once more over a claim that was found by reading: commits are replicated in order, so an
-- acknowledged later one proves that the claim's own is durable. Index: attempt_pkey.
UPDATE sidegate.attempt a
SET message = a.message
WHERE a.intent = :operation::uuid AND a.number = :number::integer
  AND a.owner = :owner::uuid AND a.state = 'RUNNING'
RETURNING a.number
