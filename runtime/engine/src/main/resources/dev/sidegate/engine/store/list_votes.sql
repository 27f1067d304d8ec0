-- Who has voted, in order. Index: approval_vote_approval.
SELECT v.voter, v.yes, v.reason, v.voted_at
FROM sidegate.approval_vote v
WHERE v.approval = :approval::uuid
ORDER BY v.voted_at
