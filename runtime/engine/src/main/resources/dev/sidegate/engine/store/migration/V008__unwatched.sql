-- An attempt that was claimed as watched, and is not any more: work of it went where nobody looks.
-- Written down before it goes on, because a lookup may believe that a watched attempt whose lease
-- has ended can send nothing.

GRANT UPDATE (watched) ON sidegate.attempt TO sidegate_agent;

-- The other way round nobody could know.
CREATE TRIGGER watched_ends BEFORE UPDATE ON sidegate.attempt
FOR EACH ROW WHEN (NEW.watched AND NOT OLD.watched)
EXECUTE FUNCTION sidegate.refuse('an attempt that was not watched does not become so');

UPDATE sidegate.installation SET schema_version = 8;
