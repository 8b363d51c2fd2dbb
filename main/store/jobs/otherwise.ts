/** What becomes of photographs that their recipe is not for. Each in the transaction that ends the job of it. */
import type { Recipe } from '../../../contract/recipe.ts';
import { say } from '../../../contract/sentence.ts';
import type { StoreContext } from '../context.ts';
import type { Proofs } from '../review/proofs.ts';
import { isLeft } from './charged.ts';
import type { JobActions } from './job-actions.ts';
import type { JobRow } from './job-rows.ts';
import type { jobs } from './jobs.ts';
import { type NewJob, toNewJob } from './new-jobs.ts';

/** How a photograph goes on, instead of with the recipe that is not for it. */
export interface OtherWay extends Pick<NewJob, 'outputFolder' | 'references'> {
  readonly recipe: Recipe;
  readonly profileId: string;
}

interface Tables {
  readonly jobs: Pick<ReturnType<typeof jobs>, 'add'>;
  readonly actions: Pick<JobActions, 'setHeld'>;
  readonly proofs: Pick<Proofs, 'add'>;
}

export function otherwise({ db }: Pick<StoreContext, 'db'>, { jobs, actions, proofs }: Tables) {
  const one = db.prepare<[number], JobRow>('SELECT * FROM jobs WHERE id = ?');
  const instead = db
    .prepare<[string], number>(
      `SELECT DISTINCT other.id FROM jobs JOIN jobs AS other ON other.content_hash = jobs.content_hash
         AND other.source_path = jobs.source_path AND other.id <> jobs.id
         AND other.recipe ->> '$.id' = jobs.recipe ->> '$.only.otherwise.recipeId'
       WHERE jobs.id IN (SELECT value FROM json_each(?)) AND ${isLeft('jobs')}`,
    )
    .pluck();
  const rowOf = (id: number): JobRow => {
    const row = one.get(id);
    if (row === undefined) throw new Error(`There is no job ${id}.`);
    return row;
  };

  return {
    /** Puts the photograph of a job on the light table, in the job's batch, to be looked through. */
    toLookAt(jobId: number): void {
      const row = rowOf(jobId);
      proofs.add({ batchId: row.batch_id }, [toNewJob(row)]);
    },
    /** Takes the photograph of a job in with another recipe, into the same batch; where that was done before, it goes on with that. */
    toProcess(jobId: number, { recipe, ...way }: OtherWay): void {
      const row = rowOf(jobId);
      const note = say('pipeline.only.cameInstead', { recipe: row.recipe_name });
      const added = jobs.add({ batchId: row.batch_id }, [{ ...toNewJob(row), ...way, recipe, note }]);
      // In a trial it comes in the place of one that was not held.
      actions.setHeld(added.jobIds, false);
    },
    /** The jobs that photographs of these went on as, with the recipe that their own names for what it is not for. */
    insteadOf: (jobIds: readonly number[]): number[] => instead.all(JSON.stringify(jobIds)),
  };
}
