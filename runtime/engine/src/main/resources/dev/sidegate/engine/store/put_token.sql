-- Keeps the hash of a link's token; the owner's function gives it its end.
SELECT sidegate.put_token(:approval::uuid, :approver::text, :hash::bytea) AS kept
