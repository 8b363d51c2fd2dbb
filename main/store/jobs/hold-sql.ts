/** SQL conditions: held, or waiting for an output folder. `job` is `jobs` or an alias. */
import { analyses, stateList } from './job-rows.ts';

export const isHeld = (job: string): string =>
  `(${job}.held = 1 OR ${job}.batch_id IN (SELECT id FROM batches WHERE held = 1))`;

/** Held until the user approves the cost. */
export const isHeldForCost = (job: string): string =>
  `(${job}.held = 0 AND ${job}.batch_id IN (SELECT id FROM batches WHERE held_for_cost = 1))`;

/** Held until the user has seen the trial. */
export const isHeldForTrial = (job: string): string =>
  `(${job}.held = 1 AND ${job}.batch_id IN (SELECT id FROM batches WHERE trial IS NOT NULL))`;

/** No output folder is in `@closed` (JSON). Reads the recipe, which no index covers, only if necessary. */
export const isOpen = `(operation IN (${stateList(analyses)}) OR output_folder NOT IN (SELECT value FROM json_each(@closed))
    AND (@closed = '[]' OR NOT EXISTS (SELECT 1 FROM json_each(recipe, '$.alsoAs') further
      WHERE further.value ->> 'folder' IN (SELECT value FROM json_each(@closed)))))`;

/** The first unavailable folder, or null. */
export const closedFolder = `CASE WHEN output_folder IN (SELECT value FROM json_each(@closed)) THEN output_folder
    ELSE (SELECT further.value ->> 'folder' FROM json_each(recipe, '$.alsoAs') further
      WHERE further.value ->> 'folder' IN (SELECT value FROM json_each(@closed)) LIMIT 1) END`;
