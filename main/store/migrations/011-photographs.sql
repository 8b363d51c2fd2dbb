-- The photograph behind jobs and results: what the light table shows, and what a decision is about.
-- file_name, folder_of, folded and name_key are functions of the program (desk/name-keys.ts).

CREATE TABLE source_folders (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  words TEXT NOT NULL
) STRICT;

CREATE TABLE photographs (
  id INTEGER PRIMARY KEY,
  source_path TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  folder_id INTEGER NOT NULL REFERENCES source_folders (id),
  -- The name as it is looked for, and as it is sorted.
  words TEXT NOT NULL,
  name_key TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  -- When it was taken, ms since 1970; NULL where the file does not say. Without a time zone, it is this computer's.
  taken_at INTEGER,
  added_at INTEGER NOT NULL,
  -- The decision: -1 rejected, 1 picked; label: 1 red, 2 yellow, 3 green, 4 blue.
  flag INTEGER NOT NULL DEFAULT 0 CHECK (flag IN (-1, 0, 1)),
  stars INTEGER NOT NULL DEFAULT 0 CHECK (stars BETWEEN 0 AND 5),
  label INTEGER NOT NULL DEFAULT 0 CHECK (label BETWEEN 0 AND 4),
  note TEXT NOT NULL DEFAULT '',
  decided_at INTEGER,
  -- How many results there are of it; kept by the triggers below.
  results INTEGER NOT NULL DEFAULT 0,
  UNIQUE (content_hash, source_path)
) STRICT;

ALTER TABLE jobs ADD COLUMN photograph_id INTEGER REFERENCES photographs (id);

INSERT INTO source_folders (path, words)
  SELECT path, folded(path) FROM (SELECT DISTINCT folder_of(source_path) AS path FROM jobs) ORDER BY path;
INSERT INTO photographs (source_path, content_hash, folder_id, words, name_key, bytes, width, height, added_at)
  SELECT source_path, content_hash, source_folders.id, folded(file_name(source_path)), name_key(file_name(source_path)),
    bytes, width, height, min(created_at)
  FROM jobs JOIN source_folders ON source_folders.path = folder_of(source_path)
  GROUP BY content_hash, source_path ORDER BY min(jobs.id);
UPDATE jobs SET photograph_id = photographs.id FROM photographs
  WHERE photographs.content_hash = jobs.content_hash AND photographs.source_path = jobs.source_path;

-- Made anew, since one result may have several versions now: the service's, and those the user made of it.
CREATE TABLE results_with_versions (
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
  forgotten_at INTEGER,
  photograph_id INTEGER REFERENCES photographs (id),
  -- 0: the service's own.
  version INTEGER NOT NULL DEFAULT 0,
  -- What the user did to the service's own.
  touch TEXT CHECK (touch IS NULL OR json_valid(touch)),
  -- A decision about this result alone.
  flag INTEGER NOT NULL DEFAULT 0 CHECK (flag IN (-1, 0, 1)),
  stars INTEGER NOT NULL DEFAULT 0 CHECK (stars BETWEEN 0 AND 5),
  label INTEGER NOT NULL DEFAULT 0 CHECK (label BETWEEN 0 AND 4),
  CHECK ((kind = 'image') = (path IS NOT NULL)),
  CHECK ((kind = 'analysis') = (raw IS NOT NULL)),
  CHECK ((version = 0) = (touch IS NULL)),
  -- What makes it impossible to place one result of a job twice.
  UNIQUE (job_id, step, kind, element, version)
) STRICT;
INSERT INTO results_with_versions (id, job_id, batch_id, step, operation, kind, element, path, width, height, bytes, box,
    raw, body, created_at, forgotten_at, photograph_id)
  SELECT results.id, job_id, results.batch_id, results.step, results.operation, kind, element, path, results.width,
    results.height, results.bytes, box, raw, body, results.created_at, forgotten_at, jobs.photograph_id
  FROM results JOIN jobs ON jobs.id = job_id ORDER BY results.id;
-- Numbers are given once: also those of results that are gone.
DELETE FROM sqlite_sequence WHERE name = 'results_with_versions';
INSERT INTO sqlite_sequence (name, seq) SELECT 'results_with_versions', seq FROM sqlite_sequence WHERE name = 'results';
DROP TABLE results;
ALTER TABLE results_with_versions RENAME TO results;
CREATE INDEX results_of_batch ON results (batch_id, id);
-- Also what the light table asks of results, so that it reads no other row.
CREATE INDEX results_of_photograph ON results (photograph_id, id, batch_id, operation, kind);
CREATE INDEX results_of_operation ON results (operation, photograph_id);

UPDATE photographs SET results = (SELECT count(*) FROM results WHERE photograph_id = photographs.id);
CREATE TRIGGER result_added AFTER INSERT ON results BEGIN
  UPDATE photographs SET results = results + 1 WHERE id = new.photograph_id;
END;
CREATE TRIGGER result_removed AFTER DELETE ON results BEGIN
  UPDATE photographs SET results = results - 1 WHERE id = old.photograph_id;
END;

-- All that the lists filter and sort by, in the orders they are shown in: they read these and not the rows, which are long.
CREATE INDEX photographs_by_arrival ON photographs
  (added_at DESC, id DESC, taken_at, flag, stars, label, name_key, folder_id, bytes, words) WHERE results > 0;
CREATE INDEX photographs_by_time ON photographs
  (coalesce(taken_at, added_at), id, added_at, flag, stars, label, folder_id, words) WHERE results > 0;
CREATE INDEX photographs_by_name ON photographs (name_key, id);
-- Parts of names, of three letters and more.
CREATE VIRTUAL TABLE photograph_names USING fts5 (words, content = 'photographs', content_rowid = 'id', tokenize = 'trigram');
INSERT INTO photograph_names (photograph_names) VALUES ('rebuild');
CREATE TRIGGER photograph_added AFTER INSERT ON photographs BEGIN
  INSERT INTO photograph_names (rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX photographs_of_folder ON photographs (folder_id, results);
CREATE INDEX photographs_noted ON photographs (id) WHERE note <> '';
CREATE INDEX jobs_of_photograph ON jobs (photograph_id, recipe_name, batch_id);
CREATE INDEX jobs_of_recipe ON jobs (recipe_name, result_count, photograph_id);
CREATE INDEX jobs_with_results ON jobs (batch_id, result_count, photograph_id);
-- What needs an eye first: at work, to be decided, failed, waiting; then what is finished, the newest first.
CREATE INDEX jobs_by_activity ON jobs (
  CASE state WHEN 'uncertain' THEN 1 WHEN 'failed' THEN 2 WHEN 'queued' THEN 3 WHEN 'done' THEN 4 WHEN 'cancelled' THEN 5 ELSE 0 END,
  coalesce(-finished_at, 0), -priority, position, id, batch_id, photograph_id, recipe_name, bytes, created_at, held, profile_id,
  operation, state
) WHERE removed_at IS NULL;
