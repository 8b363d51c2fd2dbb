-- The studio's work as it is shown here: jobs that other stations have, decisions that all of them share, and words on jobs of others.

-- The station that has the job or has finished it; '' where it waits for any of them. NULL for jobs that are this computer's.
ALTER TABLE jobs ADD COLUMN station TEXT;
-- Who added it, where that was another station.
ALTER TABLE batches ADD COLUMN station TEXT;
ALTER TABLE batches ADD COLUMN person TEXT;

DROP INDEX jobs_to_claim;
CREATE INDEX jobs_to_claim ON jobs
  (profile_id, priority DESC, position, id, batch_id, run_after, output_folder, operation)
  WHERE state = 'queued' AND held = 0 AND follows IS NULL AND station IS NULL;
DROP INDEX jobs_to_claim_by_batch;
CREATE INDEX jobs_to_claim_by_batch ON jobs
  (profile_id, batch_id, priority DESC, position, id, run_after, output_folder, operation)
  WHERE state = 'queued' AND held = 0 AND follows IS NULL AND station IS NULL;
CREATE INDEX jobs_elsewhere ON jobs (state, shared_id, removed_at) WHERE station IS NOT NULL;
-- What is asked after every change is about these, however much others have open.
CREATE INDEX jobs_open_here ON jobs (profile_id, state, id)
  WHERE state IN ('queued', 'preparing', 'submitting', 'waiting', 'fetching', 'placing') AND removed_at IS NULL AND station IS NULL;
-- Another station has taken them over, and what became of them there was not heard yet.
CREATE INDEX jobs_lost ON jobs (shared_id) WHERE shared_id IS NOT NULL AND fence IS NULL AND station IS NULL;

-- How far this computer has read what is new in its studio's database.
CREATE TABLE studio_sight (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  -- The studio, by its id; and the shares as they were set up here, since paths depend on them.
  studio TEXT NOT NULL,
  shares TEXT NOT NULL DEFAULT '',
  -- Up to which change of jobs and of decisions; NULL before the first look is over.
  jobs TEXT,
  photographs TEXT,
  -- Jobs that ended below this id are not here yet; NULL where there are none.
  older_than INTEGER,
  older_at INTEGER
) STRICT;

-- Photographs of shared jobs, as all stations know them.
CREATE TABLE studio_photographs (
  photograph_id INTEGER PRIMARY KEY REFERENCES photographs (id) ON DELETE CASCADE,
  share TEXT NOT NULL,
  path TEXT NOT NULL
) STRICT;
CREATE INDEX studio_photographs_by_path ON studio_photographs (path, share);

-- What was decided here about them, until the studio has heard it. `fields`: 1 flag, 2 stars, 4 label, 8 note.
CREATE TABLE studio_decided (
  photograph_id INTEGER PRIMARY KEY REFERENCES photographs (id) ON DELETE CASCADE,
  fields INTEGER NOT NULL,
  -- Grows with every change: what is decided while the studio is told is told next.
  turn INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE TRIGGER studio_hears_of_decisions AFTER UPDATE OF flag, stars, label, note ON photographs
WHEN EXISTS (SELECT 1 FROM studio_photographs WHERE photograph_id = NEW.id)
  AND (OLD.flag <> NEW.flag OR OLD.stars <> NEW.stars OR OLD.label <> NEW.label OR OLD.note <> NEW.note)
BEGIN
  INSERT INTO studio_decided (photograph_id, fields)
    VALUES (NEW.id, (OLD.flag <> NEW.flag) + 2 * (OLD.stars <> NEW.stars) + 4 * (OLD.label <> NEW.label) + 8 * (OLD.note <> NEW.note))
    ON CONFLICT (photograph_id) DO UPDATE SET fields = fields | excluded.fields, turn = turn + 1;
END;

-- What the user said here about jobs that other stations have, until the studio has heard it.
CREATE TABLE studio_words (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  shared_id INTEGER NOT NULL,
  word TEXT NOT NULL CHECK (word IN ('retry', 'again', 'cancel', 'send-again', 'give-up', 'hold', 'go-on', 'first', 'last'))
) STRICT;

-- Pictures of what others have made are not all drawn here.
DROP TRIGGER result_to_keep;
CREATE TRIGGER result_to_keep AFTER INSERT ON results
WHEN new.photograph_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM jobs WHERE id = new.job_id AND station IS NOT NULL) BEGIN
  DELETE FROM previews_to_keep WHERE subject = 'photograph' AND subject_id = new.photograph_id;
  INSERT INTO previews_to_keep (subject, subject_id, photograph_id, is_late, turn, at)
    SELECT 'photograph', new.photograph_id, new.photograph_id, 0, new.id, new.created_at
    WHERE NOT EXISTS (SELECT 1 FROM kept_previews WHERE subject = 'photograph' AND subject_id = new.photograph_id);
  INSERT INTO previews_to_keep (subject, subject_id, photograph_id, is_late, turn, at)
    SELECT 'result', new.id, new.photograph_id, 0, new.id, new.created_at WHERE new.kind = 'image';
END;
