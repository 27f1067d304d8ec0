-- Ends questions that nobody answered in time, a bounded number at a time. Too late is never a yes.
SELECT sidegate.expire_approvals(:batch::integer) AS expired
