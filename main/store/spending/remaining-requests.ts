/** Requests that jobs still need, the basis of estimates. */
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { isStepPaid } from '../jobs/charge-sql.ts';
import { stateList } from '../jobs/job-rows.ts';
import type { StoreContext } from '../store-context.ts';

export interface RemainingRequests {
  readonly profileId: string;
  readonly operation: OperationId;
  /** Requests to be sent. */
  readonly requests: number;
  /** Not sent, because the step is done or in progress for the same content. */
  readonly paid: number;
}

export type JobsOf = { readonly batchId: number } | { readonly ids: readonly number[] };

interface ConditionalJobs {
  readonly id: number;
  readonly count: number;
}

const ofBatch = 'batch_id = @batchId';
const ofIds = 'jobs.id IN (SELECT value FROM json_each(@ids))';

// Excludes unusable photographs, because they fail before they are sent.
const isToBeSent = `state NOT IN (${stateList(['failed', 'cancelled', 'uncertain'])})
  AND NOT (state = 'queued' AND coalesce(json_extract(error, '$.kind') = 'input', 0))`;
const isCovered = `(follows IS NOT NULL OR state = 'done' OR step.key < jobs.step
  OR (step.key = jobs.step AND ${isStepPaid('jobs')}))`;

const countRequests = (jobs: string) => `SELECT profile_id AS profileId, step.value ->> '$.operation' AS operation,
    sum(NOT ${isCovered}) AS requests, sum(${isCovered}) AS paid
  FROM jobs, json_each(jobs.recipe, '$.steps') AS step WHERE ${jobs} AND ${isToBeSent}
  GROUP BY 1, 2 ORDER BY min(step.key), 2`;
const selectUnstarted = (
  jobs: string,
) => `SELECT jobs.id FROM jobs WHERE ${jobs} AND state = 'queued' AND follows IS NULL
  AND step = 0 AND step_count > 1 ORDER BY id`;
const selectConditional = (jobs: string) => `SELECT min(jobs.id) AS id, count(*) AS count FROM jobs
  WHERE ${jobs} AND state IN ('queued', 'preparing') AND step = 0 AND follows IS NULL AND recipe ->> '$.only' IS NOT NULL
  GROUP BY recipe, profile_id`;

export function remainingRequests({ db }: Pick<StoreContext, 'db'>) {
  function prepare<Row>(sql: (jobs: string) => string, isSingleColumn = false): (selection: JobsOf) => Row[] {
    const byBatch = db.prepare<[{ batchId: number }], Row>(sql(ofBatch)).pluck(isSingleColumn);
    const byIds = db.prepare<[{ ids: string }], Row>(sql(ofIds)).pluck(isSingleColumn);
    return (selection) =>
      'batchId' in selection
        ? byBatch.all({ batchId: selection.batchId })
        : byIds.all({ ids: JSON.stringify(selection.ids) });
  }
  const conditional = prepare<ConditionalJobs>(selectConditional);
  return {
    /** Returns one job with unchecked conditions per recipe and service, and their count. */
    conditional,
    /** Whether conditions may make some requests unnecessary. */
    hasConditional: (selection: JobsOf): boolean => conditional(selection).length > 0,
    of: prepare<RemainingRequests>(countRequests),
    /** Returns unstarted jobs with several steps, whose first results may exist. */
    unstarted: prepare<number>(selectUnstarted, true),
  };
}
