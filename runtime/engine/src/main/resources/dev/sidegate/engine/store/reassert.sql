-- Writes one claim that was acknowledged and is gone, as doubt; one per statement and commit, so
-- that no other claim's lock or fate holds it up. The steps are in sidegate.reassert.
SELECT r.verdict, r.standing
FROM sidegate.reassert(
  :operation::uuid, :scope::text, :effect::text, :key::text, :generation::integer,
  :attempt::integer, :owner::uuid, :millis::bigint,
  :hash::bytea, :algorithm::integer, :schema::text, :payload::bytea,
  :policy_version::integer, :max_attempts::integer, :deadline::timestamptz, :detail::text,
  :keyed_millis::bigint, :idempotent::boolean, :reconciler::text, :settle_delay_millis::bigint,
  :watched::boolean) r
