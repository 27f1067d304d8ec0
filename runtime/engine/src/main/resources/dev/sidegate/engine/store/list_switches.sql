-- Every row of the kill switch.
SELECT k.effect, k.scope, k.enabled, k.changed_at, k.changed_by, k.reason
FROM sidegate.kill_switch k
ORDER BY k.effect, k.scope
