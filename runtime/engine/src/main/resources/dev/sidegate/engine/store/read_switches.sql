-- The kill switch as it stands, for the copy that a JVM holds while attempts run (law 11). The
-- whole table: a row for each effect or scope that somebody ever closed.
SELECT k.effect, k.scope, k.enabled, k.reason FROM sidegate.kill_switch k
