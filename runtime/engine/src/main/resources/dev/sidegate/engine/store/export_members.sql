-- What anchors sealed, in the order of the chains, read by a cursor.
-- Index: audit_anchor_member_pkey.
SELECT m.chain, m.sequence, m.anchor, encode(m.hash, 'hex') AS hash
FROM sidegate.audit_anchor_member m
ORDER BY m.chain, m.sequence
