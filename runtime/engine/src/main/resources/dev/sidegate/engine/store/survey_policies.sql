-- Which roles the policies in force ask, and what waits for 'policy accept'.
SELECT p.effect, p.demands_approval, p.approval_role, p.fallback_role,
  p.proposed_policy IS NOT NULL AS looser_waits
FROM sidegate.effect_policy p
WHERE p.demands_approval OR p.proposed_policy IS NOT NULL
ORDER BY p.effect
