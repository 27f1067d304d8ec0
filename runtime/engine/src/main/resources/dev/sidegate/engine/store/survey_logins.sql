-- Who may sign in as what, directly or through another role, and whether the walls hold him back.
SELECT l.rolname AS login, g.rolname AS role,
  l.rolsuper OR pg_has_role(l.oid, n.nspowner, 'MEMBER') AS above_the_walls,
  coalesce(s.setconfig, '{}') AS settings
FROM pg_catalog.pg_roles g
JOIN pg_catalog.pg_roles l
  ON l.rolcanlogin AND NOT l.rolsuper AND pg_has_role(l.oid, g.oid, 'MEMBER')
CROSS JOIN pg_catalog.pg_namespace n
LEFT JOIN pg_catalog.pg_db_role_setting s ON s.setrole = l.oid AND s.setdatabase = 0
WHERE n.nspname = 'sidegate' AND g.rolname LIKE 'sidegate\_%' AND NOT g.rolcanlogin
ORDER BY l.rolname, g.rolname
