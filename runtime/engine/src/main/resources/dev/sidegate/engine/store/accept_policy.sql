-- Accepts the policy that waits, if it still is the one that was looked at. A function of the
-- tables' owner: questions under the old policy are void in the same commit (law 7).
SELECT a.verdict, a.new_version FROM sidegate.accept_policy(:effect::text, :seen::text) a
