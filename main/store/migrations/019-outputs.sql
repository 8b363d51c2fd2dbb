-- One result, several files: each is known by the number of the recipe's output that it was made for, 0 for the first.
ALTER TABLE written_files ADD COLUMN output INTEGER NOT NULL DEFAULT 0;

-- The files beside the one that stands for a result (results.path).
CREATE TABLE further_files (
  job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  element TEXT NOT NULL,
  output INTEGER NOT NULL,
  path TEXT NOT NULL,
  -- px, bytes
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  -- What makes it impossible to place one output of a result twice.
  PRIMARY KEY (job_id, step, element, output)
) STRICT, WITHOUT ROWID;
CREATE INDEX further_files_by_path ON further_files (path);
