-- Lets somebody else decide in this login's place; the owner's function looks at the role.
SELECT sidegate.delegate_approvals(:person::text, :role::text, :until::timestamptz) AS delegated
