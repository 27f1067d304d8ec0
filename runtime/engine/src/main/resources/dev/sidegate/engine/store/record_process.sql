-- Writes the next events of a process's own audit chain; the owner's function does it, so that no
-- other login may touch the chain's head. Repeating it writes nothing (the chain's length tells).
-- Index: process_chain_pkey.
SELECT sidegate.record_process(
  :chain::uuid, :written::bigint, :kinds::text[], :details::text[]) AS written
