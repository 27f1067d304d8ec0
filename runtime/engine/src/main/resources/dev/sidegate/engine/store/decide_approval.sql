-- A person's yes or no; the owner's function looks at everything under the locks and decides. One
-- transaction: vote, token, question, intent and the entry in the queue (law 7).
SELECT verdict, approval_id
FROM sidegate.decide_approval(
  :vote::uuid, :operation::uuid, :seen::bigint, decode(:seen_digest::text, 'hex'), :yes::boolean,
  :reason::text, :token::bytea, :principal::text, :issuer::text, :subject::text, :roles::text[])
