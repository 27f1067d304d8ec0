-- Keeps the new server and closes what a failover closes, in one function of the tables' owner:
-- an agent's role writes neither by itself (law 8).
SELECT sidegate.server_changed(:why::text, :verified::boolean) AS closed
