-- Jobs of a studio's queue that this station has taken; what the studio has still to hear of them, and what is still to be offered to it.

-- Its id in the studio's database, and the fence it was taken with: NULL once somebody else has it.
ALTER TABLE jobs ADD COLUMN shared_id INTEGER;
ALTER TABLE jobs ADD COLUMN fence INTEGER;
CREATE UNIQUE INDEX jobs_shared ON jobs (shared_id) WHERE shared_id IS NOT NULL;

CREATE TABLE studio_batches (
  shared_id INTEGER PRIMARY KEY,
  batch_id INTEGER NOT NULL REFERENCES batches (id) ON DELETE CASCADE
) STRICT;

-- What happened to jobs of the studio, in order; a row goes once the studio has heard of it.
CREATE TABLE studio_outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  shared_id INTEGER NOT NULL,
  fence INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('not-taken', 'task', 'answered', 'over', 'settled', 'reopened')),
  step INTEGER NOT NULL,
  task_id TEXT
) STRICT;
CREATE INDEX studio_outbox_of_job ON studio_outbox (job_id);

-- Photographs on their way into the studio's queue, which may be away.
CREATE TABLE studio_offers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  item TEXT NOT NULL CHECK (json_valid(item))
) STRICT;

-- By triggers, so that whoever moves a job says it to the studio in the same transaction.
CREATE TRIGGER studio_hears_of_rest AFTER UPDATE OF state ON jobs
WHEN NEW.fence IS NOT NULL AND OLD.state <> NEW.state AND NEW.state IN ('done', 'failed', 'cancelled', 'uncertain')
BEGIN
  INSERT INTO studio_outbox (job_id, shared_id, fence, kind, step) VALUES (NEW.id, NEW.shared_id, NEW.fence, 'settled', NEW.step);
END;
CREATE TRIGGER studio_hears_of_more AFTER UPDATE OF state ON jobs
WHEN NEW.fence IS NOT NULL AND OLD.state IN ('done', 'failed', 'cancelled', 'uncertain')
  AND NEW.state NOT IN ('done', 'failed', 'cancelled', 'uncertain')
BEGIN
  INSERT INTO studio_outbox (job_id, shared_id, fence, kind, step) VALUES (NEW.id, NEW.shared_id, NEW.fence, 'reopened', NEW.step);
END;
CREATE TRIGGER studio_hears_of_tasks AFTER UPDATE OF task_id ON step_runs
WHEN NEW.task_id IS NOT NULL AND NEW.task_id IS NOT OLD.task_id
BEGIN
  INSERT INTO studio_outbox (job_id, shared_id, fence, kind, step, task_id)
    SELECT id, shared_id, fence, 'task', NEW.step, NEW.task_id FROM jobs WHERE id = NEW.job_id AND fence IS NOT NULL;
END;
CREATE TRIGGER studio_hears_of_answers AFTER UPDATE OF answer ON step_runs
WHEN NEW.answer IS NOT NULL AND OLD.answer IS NULL
BEGIN
  INSERT INTO studio_outbox (job_id, shared_id, fence, kind, step)
    SELECT id, shared_id, fence, 'answered', NEW.step FROM jobs WHERE id = NEW.job_id AND fence IS NOT NULL;
END;
CREATE TRIGGER studio_hears_of_refusals AFTER UPDATE OF submitted_at ON step_runs
WHEN NEW.submitted_at IS NULL AND OLD.submitted_at IS NOT NULL
BEGIN
  INSERT INTO studio_outbox (job_id, shared_id, fence, kind, step)
    SELECT id, shared_id, fence, 'not-taken', NEW.step FROM jobs WHERE id = NEW.job_id AND fence IS NOT NULL;
END;
CREATE TRIGGER studio_hears_of_ends AFTER UPDATE OF finished_at ON step_runs
WHEN NEW.finished_at IS NOT NULL AND OLD.finished_at IS NULL AND NEW.answer IS NULL
BEGIN
  INSERT INTO studio_outbox (job_id, shared_id, fence, kind, step)
    SELECT id, shared_id, fence, 'over', NEW.step FROM jobs WHERE id = NEW.job_id AND fence IS NOT NULL;
END;
