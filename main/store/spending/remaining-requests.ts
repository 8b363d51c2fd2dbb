/** How many requests jobs still need, and how many of theirs are paid for: what an estimate is made of. */
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { isStepPaid } from '../jobs/charge-sql.ts';
import { stateList } from '../jobs/job-rows.ts';
import type { StoreContext } from '../store-context.ts';

export interface RemainingRequests {
  readonly profileId: string;
  readonly operation: OperationId;
  /** To be sent. */
  readonly requests: number;
  /** Not to be sent: the same step of the same content is here, at the service, or about to be sent for another job. */
  readonly paid: number;
}

/** Which jobs: those of a batch, or these. */
export type JobsOf = { readonly batchId: number } | { readonly ids: readonly number[] };

export function remainingRequests({ db }: Pick<StoreContext, 'db'>) {
  // What is known to be unusable fails before it is sent.
  const meant = `state NOT IN (${stateList(['failed', 'cancelled', 'uncertain'])})
    AND NOT (state = 'queued' AND coalesce(json_extract(error, '$.kind') = 'input', 0))`;
  const covered = `(follows IS NOT NULL OR state = 'done' OR step.key < jobs.step
    OR (step.key = jobs.step AND ${isStepPaid('jobs')}))`;
  const sql = (condition: string) => `SELECT profile_id AS profileId, step.value ->> '$.operation' AS operation,
      sum(NOT ${covered}) AS requests, sum(${covered}) AS paid
    FROM jobs, json_each(jobs.recipe, '$.steps') AS step WHERE ${condition} AND ${meant}
    GROUP BY 1, 2 ORDER BY min(step.key), 2`;
  const ofBatch = db.prepare<[number], RemainingRequests>(sql('batch_id = ?'));
  const ofIds = db.prepare<[string], RemainingRequests>(sql('jobs.id IN (SELECT value FROM json_each(?))'));
  const begun = (
    condition: string,
  ) => `SELECT jobs.id FROM jobs WHERE ${condition} AND state = 'queued' AND follows IS NULL
    AND step = 0 AND step_count > 1 ORDER BY id`;
  const severalOfBatch = db.prepare<[number], number>(begun('batch_id = ?')).pluck();
  const severalOfIds = db.prepare<[string], number>(begun('id IN (SELECT value FROM json_each(?))')).pluck();
  // Of each recipe at each service one stands for the others.
  const conditionalSql = (condition: string) => `SELECT min(jobs.id) AS id, count(*) AS count FROM jobs
    WHERE ${condition} AND state IN ('queued', 'preparing') AND step = 0 AND follows IS NULL AND recipe ->> '$.only' IS NOT NULL
    GROUP BY recipe, profile_id`;
  type Conditional = { readonly id: number; readonly count: number };
  const conditionalOfBatch = db.prepare<[number], Conditional>(conditionalSql('batch_id = ?'));
  const conditionalOfIds = db.prepare<[string], Conditional>(
    conditionalSql('jobs.id IN (SELECT value FROM json_each(?))'),
  );
  const conditional = (selection: JobsOf): Conditional[] =>
    'batchId' in selection
      ? conditionalOfBatch.all(selection.batchId)
      : conditionalOfIds.all(JSON.stringify(selection.ids));
  return {
    /** Jobs whose recipe may turn out not to be for their photograph: one for each recipe and service, and how many they are. */
    conditional,
    /** True where some requests may turn out not to be needed. */
    mayBeFewer: (selection: JobsOf): boolean => conditional(selection).length > 0,
    of: (selection: JobsOf): RemainingRequests[] =>
      'batchId' in selection ? ofBatch.all(selection.batchId) : ofIds.all(JSON.stringify(selection.ids)),
    /** Jobs with several steps that have not begun: the first ones may have been done for another job. */
    unbegun: (selection: JobsOf): number[] =>
      'batchId' in selection ? severalOfBatch.all(selection.batchId) : severalOfIds.all(JSON.stringify(selection.ids)),
  };
}
