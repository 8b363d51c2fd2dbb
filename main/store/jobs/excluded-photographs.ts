/** What becomes of photographs that their recipe is not for. Each in the transaction that ends the job of it. */

import type { ExcludedPhotos } from '../../../contract/app/action-reports.ts';
import { msg } from '../../../contract/messages/message.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import type { Proofs } from '../review/measures/proofs.ts';
import type { StoreContext } from '../store-context.ts';
import { parseMessage } from '../stored-messages.ts';
import type { batches } from './batches.ts';
import { isExcludedSql } from './charge-sql.ts';
import type { JobActions } from './job-actions.ts';
import type { JobRow } from './job-rows.ts';
import type { jobs } from './jobs.ts';
import { type NewJob, toNewJob } from './new-jobs.ts';

/** How a photograph goes on, instead of with the recipe that is not for it. */
export interface ExcludedOutcome extends Pick<NewJob, 'outputFolder' | 'references'> {
  readonly recipe: Recipe;
  readonly profileId: string;
}

interface Tables {
  readonly batches: Pick<ReturnType<typeof batches>, 'get'>;
  readonly jobs: Pick<ReturnType<typeof jobs>, 'add'>;
  readonly actions: Pick<JobActions, 'setHeld'>;
  readonly proofs: Pick<Proofs, 'add'>;
}

export function excludedPhotographs({ db }: Pick<StoreContext, 'db'>, { batches, jobs, actions, proofs }: Tables) {
  const byId = db.prepare<[number], JobRow>('SELECT * FROM jobs WHERE id = ?');
  const instead = db
    .prepare<[string], number>(
      `SELECT DISTINCT other.id FROM jobs JOIN jobs AS other ON other.content_hash = jobs.content_hash
         AND other.source_path = jobs.source_path AND other.id <> jobs.id
         AND other.recipe ->> '$.id' = jobs.recipe ->> '$.only.otherwise.recipeId'
       WHERE jobs.id IN (SELECT value FROM json_each(?)) AND ${isExcludedSql('jobs')}`,
    )
    .pluck();
  // Proofs that are older than the batch were added by somebody, for something else.
  const proofsBatch = db
    .prepare<[number], number>(
      `SELECT max(proofs.batch_id) FROM jobs INDEXED BY jobs_not_meant JOIN proofs USING (photograph_id)
       WHERE jobs.batch_id = ? AND ${isExcludedSql('jobs')} AND proofs.batch_id > jobs.batch_id`,
    )
    .pluck();
  const left = db.prepare<[number], { batchId: number; message: string; count: number }>(
    `SELECT batch_id AS batchId, json_extract(error, '$.message') AS message, count(*) AS count
     FROM jobs INDEXED BY jobs_not_meant WHERE ${isExcludedSql('jobs')} AND removed_at IS NULL AND batch_id IN (
       SELECT DISTINCT batch_id FROM jobs INDEXED BY jobs_not_meant
       WHERE ${isExcludedSql('jobs')} AND removed_at IS NULL ORDER BY batch_id DESC LIMIT ?)
     GROUP BY batch_id, message ORDER BY batch_id DESC, count DESC`,
  );
  const inBatch = db
    .prepare<[number], number>(
      `SELECT id FROM jobs INDEXED BY jobs_not_meant WHERE batch_id = ? AND ${isExcludedSql('jobs')} AND removed_at IS NULL ORDER BY id`,
    )
    .pluck();
  const count = db
    .prepare<[], number>(
      `SELECT count(*) FROM jobs INDEXED BY jobs_not_meant WHERE ${isExcludedSql('jobs')} AND removed_at IS NULL`,
    )
    .pluck();
  const rowOf = (id: number): JobRow => {
    const row = byId.get(id);
    if (row === undefined) throw new Error(`There is no job ${id}.`);
    return row;
  };

  return {
    /** Puts the photograph of a job on the light table to be looked through, with the others of the job's batch. */
    toLookAt(jobId: number): void {
      const row = rowOf(jobId);
      const batchId = proofsBatch.get(row.batch_id) ?? null;
      const { title, origin } = batches.get(row.batch_id)!;
      proofs.add(batchId === null ? { title, origin, folderId: null } : { batchId }, [toNewJob(row)]);
    },
    /** Takes the photograph of a job in with another recipe, into the same batch; where that was done before, it goes on with that. */
    toProcess(jobId: number, { recipe, ...way }: ExcludedOutcome): void {
      const row = rowOf(jobId);
      const note = msg('pipeline.only.cameInstead', { recipe: row.recipe_name });
      const added = jobs.add({ batchId: row.batch_id }, [{ ...toNewJob(row), ...way, recipe, note }]);
      // In a trial it comes in the place of one that was not held.
      actions.setHeld(added.jobIds, false);
    },
    /**
     * The jobs of the list that ended so, by batch, the newest first; with the reasons, the most frequent first.
     * @param batches so many of them
     */
    left: (batches: number): ExcludedPhotos[] =>
      [...Map.groupBy(left.all(batches), ({ batchId }) => batchId)].map(([batchId, rows]) => ({
        batchId,
        proofsBatchId: proofsBatch.get(batchId) ?? null,
        reasons: rows.map(({ message, count }) => ({ message: parseMessage(message), count })),
      })),
    /** Those of a batch. */
    leftIn: (batchId: number): number[] => inBatch.all(batchId),
    /** How many jobs of the list ended so. */
    count: (): number => count.get() ?? 0,
    /** The jobs that photographs of these went on as, with the recipe that their own names for what it is not for. */
    insteadOf: (jobIds: readonly number[]): number[] => instead.all(JSON.stringify(jobIds)),
  };
}
