-- Proposes an effect's owner and policy; the owner's function decides.
SELECT verdict, current_version, current_owner
FROM sidegate.propose_policy(:effect::text, :owner::text, :allowed_owners::text[], :policy::text)
