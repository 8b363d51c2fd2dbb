-- Every photograph once: who shares whose result, which files no result may replace, what lies half-written beside results.
-- work_hash, target_hash and path_key are functions of the program (identity.ts).

ALTER TABLE jobs ADD COLUMN target_hash TEXT NOT NULL DEFAULT '';
-- Counts how often the same work on the same file was asked for anew ("again").
ALTER TABLE jobs ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
-- The job with the same content, recipe and service that is sent; this one is placed from its results.
ALTER TABLE jobs ADD COLUMN follows INTEGER REFERENCES jobs (id);
-- How often each stage has failed, by its state.
ALTER TABLE jobs ADD COLUMN failures TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(failures));

DROP INDEX jobs_taken_once;
UPDATE jobs SET recipe_hash = work_hash(recipe), target_hash = target_hash(recipe, output_folder);
-- The first version sent each of several jobs with the same work. Of these, the one nearest to a result counts as the newest
-- turn, which the next request goes on with; and it leads the others, unless something of them is paid or at the service.
CREATE TABLE nearness AS
  WITH jobs_paid AS (
    SELECT *, step > 0 OR state IN ('submitting', 'waiting', 'fetching', 'placing') OR EXISTS (
      SELECT 1 FROM step_runs run WHERE run.job_id = jobs.id AND run.step = jobs.step
        AND (run.answer IS NOT NULL OR (run.task_id IS NOT NULL AND run.finished_at IS NULL))) AS paid
    FROM jobs),
  jobs_ranked AS (
    SELECT *, CASE
      WHEN state = 'done' THEN iif(result_count > 0, 6, 0)
      WHEN state IN ('failed', 'cancelled') THEN iif(paid, 2, 1)
      WHEN state = 'uncertain' THEN 2
      WHEN paid THEN 5
      ELSE iif(held, 3, 4) END AS rank
    FROM jobs_paid)
  SELECT id, state, paid,
    row_number() OVER (
      PARTITION BY content_hash, recipe_hash, source_path, target_hash, profile_id ORDER BY rank, id) - 1 AS turn,
    first_value(id) OVER same_work AS leader, first_value(state) OVER same_work AS leader_state
  FROM jobs_ranked
  WINDOW same_work AS (PARTITION BY content_hash, recipe_hash, profile_id ORDER BY rank DESC, id DESC);
UPDATE jobs SET turn = nearness.turn FROM nearness WHERE nearness.id = jobs.id;
UPDATE jobs SET follows = leader FROM nearness
  WHERE nearness.id = jobs.id AND leader <> jobs.id AND NOT paid
    AND nearness.state IN ('queued', 'preparing', 'failed', 'cancelled');
-- As followers.ts does when a leader is done.
UPDATE jobs SET state = 'placing', step = step_count - 1, operation = json_extract(recipe, '$.steps[#-1].operation'),
    run_after = 0, attempts = 0, error = NULL
  FROM nearness
  WHERE nearness.id = jobs.id AND follows IS NOT NULL AND leader_state = 'done' AND jobs.state = 'queued' AND held = 0;
DROP TABLE nearness;

DROP INDEX jobs_by_content;
CREATE UNIQUE INDEX jobs_once ON jobs (content_hash, recipe_hash, source_path, target_hash, profile_id, turn);
CREATE INDEX jobs_leading ON jobs (content_hash, recipe_hash, profile_id, id) WHERE follows IS NULL;
CREATE INDEX jobs_following ON jobs (follows) WHERE follows IS NOT NULL;
CREATE INDEX jobs_uncertain ON jobs (state, removed_at) WHERE state = 'uncertain';
DROP INDEX jobs_to_claim;
CREATE INDEX jobs_to_claim ON jobs (profile_id, priority DESC, position, id, batch_id, run_after)
  WHERE state = 'queued' AND held = 0 AND follows IS NULL;
DROP INDEX jobs_due;
CREATE INDEX jobs_due ON jobs (run_after) WHERE state = 'queued' AND held = 0 AND follows IS NULL AND run_after > 0;

CREATE INDEX step_runs_by_task ON step_runs (task_id) WHERE task_id IS NOT NULL;

-- Sources and reference images of all jobs, by folded real path and, where the file system gives one, by the file's own number.
CREATE TABLE originals (
  key TEXT PRIMARY KEY,
  file TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX originals_by_file ON originals (file) WHERE file IS NOT NULL;
INSERT OR IGNORE INTO originals (key, file) SELECT path_key(source_path), NULL FROM jobs;
INSERT OR IGNORE INTO originals (key, file)
  SELECT path_key(json_extract(value, '$.reference')), NULL FROM jobs, json_each(jobs.recipe, '$.steps')
  WHERE json_extract(value, '$.reference') IS NOT NULL;

-- Files that are being written beside results; what a crash leaves of them, the next start removes.
CREATE TABLE temporary_files (
  path TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The job whose result takes the place of an earlier one, until that one is in the trash.
ALTER TABLE written_files ADD COLUMN replaced_by INTEGER;
CREATE INDEX written_files_replaced ON written_files (replaced_by) WHERE replaced_by IS NOT NULL;
