-- How a result is written is no part of the work that is paid for, and one of what tells files apart (identity.ts).
DROP INDEX jobs_once;
UPDATE jobs SET recipe_hash = work_hash(recipe), target_hash = target_hash(recipe, output_folder);
-- Analyses are no files: those that differed in the format alone are the same work now. The next request goes on with the last turn.
UPDATE jobs SET turn = ranked.turn
  FROM (
    SELECT id, row_number() OVER (
      PARTITION BY content_hash, recipe_hash, source_path, target_hash, profile_id ORDER BY turn, state = 'done', id) - 1 AS turn
    FROM jobs WHERE target_hash = '') AS ranked
  WHERE ranked.id = jobs.id;
CREATE UNIQUE INDEX jobs_once ON jobs (content_hash, recipe_hash, source_path, target_hash, profile_id, turn);
