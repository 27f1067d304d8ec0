-- Every anchor, in order, read by a cursor. Index: audit_anchor_pkey.
SELECT a.number, a.made_at, a.made_by, a.members, encode(a.root, 'hex') AS root,
  encode(a.previous, 'hex') AS previous, encode(a.hash, 'hex') AS hash
FROM sidegate.audit_anchor a
ORDER BY a.number
