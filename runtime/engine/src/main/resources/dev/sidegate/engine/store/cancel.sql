-- A person takes back what waits; the owner's function decides.
SELECT verdict, intent_state
FROM sidegate.cancel_intent(:decision::uuid, :operation::uuid, :seen::bigint, :reason::text)
