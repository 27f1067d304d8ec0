-- An effect's policy in force, and the looser one that waits. Index: effect_policy_pkey.
SELECT p.effect, p.owner, p.policy, p.version, p.accepted_at, p.accepted_by, p.proposed_policy,
  p.proposed_at, p.proposed_by
FROM sidegate.effect_policy p
WHERE p.effect = :effect::text
