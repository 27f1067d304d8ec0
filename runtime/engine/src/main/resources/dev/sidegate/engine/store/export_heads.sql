-- Where every chain ends, by its row: an intent, a process, the installation. Read in the order of
-- the chains by a cursor. Indexes: intent_pkey, process_chain_pkey, installation_pkey.
SELECT i.operation AS chain, 'intent' AS "of", i.audit_sequence, encode(i.audit_head, 'hex') AS hash,
  i.pruned
FROM sidegate.intent i
UNION ALL
SELECT c.chain, 'process', c.audit_sequence, encode(c.audit_head, 'hex'), c.pruned
FROM sidegate.process_chain c
UNION ALL
SELECT i.id, 'installation', i.audit_sequence, encode(i.audit_head, 'hex'), NULL
FROM sidegate.installation i
ORDER BY chain
