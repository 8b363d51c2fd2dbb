/**
 * SQL conditions on a job's place in the queue: held, or meant for an output folder that is unavailable.
 * `job` is `jobs` or an alias of it.
 */
import { analyses, stateList } from './job-rows.ts';

/** SQL condition: the job or its batch is held. */
export const isHeld = (job: string): string =>
  `(${job}.held = 1 OR ${job}.batch_id IN (SELECT id FROM batches WHERE held = 1))`;

/** SQL condition: the batch is held until the user approves its cost. */
export const isHeldForCost = (job: string): string =>
  `(${job}.held = 0 AND ${job}.batch_id IN (SELECT id FROM batches WHERE held_for_cost = 1))`;

/** SQL condition: the job is held until the user has looked at the trial of its batch. */
export const isHeldForTrial = (job: string): string =>
  `(${job}.held = 1 AND ${job}.batch_id IN (SELECT id FROM batches WHERE trial IS NOT NULL))`;

/**
 * SQL condition on `jobs`: none of the job's output folders is in `@closed` (JSON), or it writes no file. No index covers
 * the recipe, so it is read only if a folder is closed.
 */
export const isOpen = `(operation IN (${stateList(analyses)}) OR output_folder NOT IN (SELECT value FROM json_each(@closed))
    AND (@closed = '[]' OR NOT EXISTS (SELECT 1 FROM json_each(recipe, '$.alsoAs') further
      WHERE further.value ->> 'folder' IN (SELECT value FROM json_each(@closed)))))`;

/** SQL expression on `jobs`: the first of the job's output folders that is in `@closed`, or null. */
export const closedFolder = `CASE WHEN output_folder IN (SELECT value FROM json_each(@closed)) THEN output_folder
    ELSE (SELECT further.value ->> 'folder' FROM json_each(recipe, '$.alsoAs') further
      WHERE further.value ->> 'folder' IN (SELECT value FROM json_each(@closed)) LIMIT 1) END`;
