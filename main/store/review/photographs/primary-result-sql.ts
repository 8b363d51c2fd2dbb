/** SQL for the primary result of a photograph. */
import { operations } from '../../../../contract/operations/table.ts';
import type { PhotographQuery } from '../../../../contract/review/list-queries.ts';

/** The part of a query that restricts results. */
export type ResultScope = Pick<PhotographQuery, 'batchId' | 'recipe' | 'operation'>;

/** Matches results in scope. If the batch has a proof of the photograph, results of all batches match. */
export const isInScopeSql = `results.photograph_id = photographs.id
  AND (@batchId IS NULL OR results.batch_id = @batchId
    OR EXISTS (SELECT 1 FROM proofs WHERE proofs.photograph_id = photographs.id AND proofs.batch_id = @batchId))
  AND (@operation IS NULL OR results.operation = @operation)
  AND (@recipe IS NULL OR EXISTS (SELECT 1 FROM jobs WHERE jobs.id = results.job_id AND recipe_name = @recipe))`;

/** Operations that extract parts, such as heads. */
const extractsParts = Object.values(operations)
  .filter(({ restore }) => restore === 'boxes')
  .map(({ id }) => `'${id}'`);

/** Picked versions first, then pictures, full ones before parts, newer before older. */
export const primaryResultOrder = `results.flag DESC, kind = 'image' DESC,
  results.element = '' AND results.operation NOT IN (${extractsParts.join(', ')}) DESC, results.version DESC, results.job_id DESC, results.step DESC,
  results.element = '' DESC, results.id`;
