-- Files of jobs that another station of the studio took over before it had heard what was placed here: by the studio's id of the job. They
-- are taken back where the other one's result stands.
ALTER TABLE written_files ADD COLUMN second_of INTEGER;
CREATE INDEX written_files_second ON written_files (second_of) WHERE second_of IS NOT NULL;

-- By a trigger, so that whoever finds out that a job is another's says so in the same transaction. What is done, and was heard, stays.
CREATE TRIGGER studio_has_seconds AFTER UPDATE OF fence ON jobs
WHEN OLD.fence IS NOT NULL AND NEW.fence IS NULL AND NEW.shared_id IS NOT NULL
  AND (OLD.state <> 'done' OR EXISTS (SELECT 1 FROM studio_outbox WHERE job_id = OLD.id))
BEGIN
  UPDATE written_files SET second_of = NEW.shared_id WHERE job_id = NEW.id AND version = 0;
END;
