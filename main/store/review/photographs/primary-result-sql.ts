/** Which result of a photograph stands for it, in SQL. */

import { operations } from '../../../../contract/operations/table.ts';

/** Of the photographs' results those that a list is about: its batch, recipe and operation. Of a proof in its batch, all. */
export const isInScopeSql = `results.photograph_id = photographs.id
  AND (@batchId IS NULL OR results.batch_id = @batchId
    OR EXISTS (SELECT 1 FROM proofs WHERE proofs.photograph_id = photographs.id AND proofs.batch_id = @batchId))
  AND (@operation IS NULL OR results.operation = @operation)
  AND (@recipe IS NULL OR EXISTS (SELECT 1 FROM jobs WHERE jobs.id = results.job_id AND recipe_name = @recipe))`;

/** Operations that take parts out of a photograph: heads, hair. */
const takesParts = Object.values(operations)
  .filter(({ restore }) => restore === 'boxes')
  .map(({ id }) => `'${id}'`);

/**
 * A version that was picked stands before the others, then a whole picture before parts of one, then what is newest; an analysis only
 * where there is no picture.
 */
export const primaryResultOrder = `results.flag DESC, kind = 'image' DESC,
  results.element = '' AND results.operation NOT IN (${takesParts.join(', ')}) DESC, results.version DESC, results.job_id DESC, results.step DESC,
  results.element = '' DESC, results.id`;
