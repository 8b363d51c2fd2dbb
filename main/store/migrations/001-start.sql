-- The tables of the first version. Times are ms since 1970, sizes bytes and px, JSON where a value has a shape of its own.

CREATE TABLE batches (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('watch', 'drop', 'command', 'sample')),
  folder_id TEXT,
  held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX batches_of_folder ON batches (folder_id) WHERE folder_id IS NOT NULL;

CREATE TABLE jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  batch_id INTEGER NOT NULL REFERENCES batches (id),
  -- The batch's origin again: the unique index below needs it in this table.
  origin TEXT NOT NULL CHECK (origin IN ('watch', 'drop', 'command', 'sample')),
  -- Running number within the batch, from 1.
  counter INTEGER NOT NULL,
  source_path TEXT NOT NULL,
  -- The source's folder below the folder that was dropped or is watched; '' at its top.
  relative_folder TEXT NOT NULL,
  output_folder TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  -- The recipe as it was when the job was made: editing a recipe changes no job.
  recipe TEXT NOT NULL CHECK (json_valid(recipe)),
  recipe_hash TEXT NOT NULL,
  recipe_name TEXT NOT NULL,
  profile_id TEXT NOT NULL,
  step INTEGER NOT NULL DEFAULT 0,
  step_count INTEGER NOT NULL,
  -- The operation of the current step.
  operation TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'queued' CHECK (
    state IN (
      'queued', 'preparing', 'submitting', 'waiting', 'fetching', 'placing', 'done', 'failed', 'cancelled', 'uncertain'
    )
  ),
  held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1)),
  priority INTEGER NOT NULL DEFAULT 0,
  position INTEGER NOT NULL,
  run_after INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  -- Who works on the job; a lease ends with the process, since only the holder of the queue works (lock.ts).
  lease TEXT CHECK (lease IS NULL OR state IN ('preparing', 'submitting', 'fetching', 'placing')),
  error TEXT CHECK (error IS NULL OR json_valid(error)),
  result_count INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER,
  -- Taken off the list by the user. The row stays: its results are still shown, and a watch folder must know it.
  removed_at INTEGER,
  CHECK (removed_at IS NULL OR state IN ('done', 'failed', 'cancelled', 'uncertain')),
  CHECK (step >= 0 AND step < step_count)
) STRICT;
-- With batch and time at its end, so that jobs of a held batch are passed over without reading their rows.
CREATE INDEX jobs_to_claim ON jobs (profile_id, priority DESC, position, id, batch_id, run_after)
  WHERE state = 'queued' AND held = 0;
CREATE INDEX jobs_due ON jobs (run_after) WHERE state = 'queued' AND held = 0 AND run_after > 0;
CREATE INDEX jobs_by_state ON jobs (state, position, id) WHERE removed_at IS NULL;
CREATE INDEX jobs_of_batch ON jobs (batch_id, state);
CREATE INDEX jobs_by_position ON jobs (position);
CREATE INDEX jobs_finished ON jobs (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX jobs_by_content ON jobs (content_hash, recipe_hash);
CREATE UNIQUE INDEX jobs_taken_once ON jobs (content_hash, recipe_hash)
  WHERE origin = 'watch' AND state NOT IN ('failed', 'cancelled');

CREATE TABLE step_runs (
  job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  operation TEXT NOT NULL,
  -- What was done to the image before upload, in words; and the same as data, to undo it on the result.
  fitted TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(fitted)),
  fit TEXT CHECK (fit IS NULL OR json_valid(fit)),
  upload_width INTEGER,
  upload_height INTEGER,
  submitted_at INTEGER,
  task_id TEXT,
  request_id TEXT,
  log_id TEXT,
  -- Where the results are: URLs at the service or files in the work folder, with what is needed to place them.
  answer TEXT CHECK (answer IS NULL OR json_valid(answer)),
  -- The task has an answer or came to nothing: there is nothing left to ask the service for.
  finished_at INTEGER,
  PRIMARY KEY (job_id, step)
) STRICT, WITHOUT ROWID;

CREATE TABLE results (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  batch_id INTEGER NOT NULL REFERENCES batches (id),
  step INTEGER NOT NULL,
  operation TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('image', 'analysis')),
  -- Number or class of an element; '' where the result is the one image.
  element TEXT NOT NULL DEFAULT '',
  path TEXT,
  width INTEGER,
  height INTEGER,
  bytes INTEGER,
  box TEXT CHECK (box IS NULL OR json_valid(box)),
  -- An analysis as it came, whole.
  raw TEXT CHECK (raw IS NULL OR json_valid(raw)),
  -- The same in px of the upright photograph; NULL where the raw one is in these already.
  body TEXT CHECK (body IS NULL OR json_valid(body)),
  created_at INTEGER NOT NULL,
  CHECK ((kind = 'image') = (path IS NOT NULL)),
  CHECK ((kind = 'analysis') = (raw IS NOT NULL)),
  -- What makes it impossible to place one result of a job twice.
  UNIQUE (job_id, step, kind, element)
) STRICT;
CREATE INDEX results_of_batch ON results (batch_id, id);

CREATE TABLE job_events (
  id INTEGER PRIMARY KEY,
  job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('made', 'state', 'fitted', 'retry', 'notice', 'error', 'result')),
  text TEXT NOT NULL
) STRICT;
CREATE INDEX job_events_of_job ON job_events (job_id, id);

CREATE TABLE written_files (
  path TEXT PRIMARY KEY,
  hash TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  -- Which result it is: after a crash between writing it and saying so, it is found again and not written twice.
  job_id INTEGER NOT NULL,
  step INTEGER NOT NULL,
  element TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX written_files_by_hash ON written_files (hash);
CREATE INDEX written_files_of_job ON written_files (job_id, step, element);

CREATE TABLE recipes (
  id TEXT PRIMARY KEY,
  position INTEGER NOT NULL,
  recipe TEXT NOT NULL CHECK (json_valid(recipe))
) STRICT, WITHOUT ROWID;

CREATE TABLE folders (
  id TEXT PRIMARY KEY,
  position INTEGER NOT NULL,
  folder TEXT NOT NULL CHECK (json_valid(folder))
) STRICT, WITHOUT ROWID;

-- Never a key: keys are in the key store of the operating system.
CREATE TABLE profiles (
  id TEXT PRIMARY KEY,
  position INTEGER NOT NULL,
  profile TEXT NOT NULL CHECK (json_valid(profile))
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value))
) STRICT, WITHOUT ROWID;

-- Who runs the queue; only for saying so, the lock itself is lock.ts.
CREATE TABLE queue_holder (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  pid INTEGER NOT NULL,
  what TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT;
