/** The ledger: a row for each request that may have been charged, which only becomes more certain. */
import { basename } from 'node:path';
import type { Charge, ChargeOutcome } from '../../../contract/services/costs.ts';
import type { Job } from '../jobs/job-rows.ts';
import type { StoreContext } from '../store-context.ts';
import { chargeLists } from './charge-lists.ts';
import { spentCredits } from './spent-credits.ts';

export interface NewCharge {
  readonly job: Pick<Job, 'id' | 'batchId' | 'step' | 'operation' | 'profileId' | 'sourcePath'> & {
    readonly recipe: { readonly name: string };
    readonly contentHash: string | null;
  };
  readonly service: string;
  /** Maximum credits; null = unknown. */
  readonly reserved: number | null;
  /** Null if the service supports none. */
  readonly idempotencyKey: string | null;
  /** `ServiceClient.accountId`; null without a key. */
  readonly accountId: string | null;
}

export interface OpenCharge {
  readonly id: number;
  readonly profileId: string;
  readonly step: number;
  readonly sentAt: number;
  readonly idempotencyKey: string | null;
  readonly accountId: string | null;
  /** Number of times sent. */
  readonly times: number;
}

type RequestIds = Pick<Charge, 'requestId' | 'logId' | 'taskId'>;

const isOpenRequest = `job_id = @jobId AND outcome = 'open'`;
const insertCharge = `INSERT INTO ledger
    (sent_at, profile_id, service, batch_id, job_id, step, operation, recipe, photograph, content_hash,
     reserved, idempotency_key, account_id)
  VALUES (@sentAt, @profileId, @service, @batchId, @jobId, @step, @operation, @recipe, @photograph, @contentHash,
    @reserved, @idempotencyKey, @accountId)`;
const selectOpen = `SELECT id, profile_id AS profileId, step, sent_at AS sentAt, idempotency_key AS idempotencyKey,
    account_id AS accountId, times
  FROM ledger WHERE ${isOpenRequest}`;
const incrementTimes = `UPDATE ledger SET times = times + 1 WHERE ${isOpenRequest}`;
const copyIdsOfStepRun = `UPDATE ledger SET request_id = coalesce(run.request_id, ledger.request_id),
    log_id = coalesce(run.log_id, ledger.log_id), task_id = coalesce(run.task_id, ledger.task_id)
  FROM (SELECT * FROM step_runs) AS run
  WHERE ledger.job_id = @jobId AND ledger.outcome = 'open' AND run.job_id = ledger.job_id AND run.step = ledger.step`;
const setIds = `UPDATE ledger SET request_id = coalesce(@requestId, request_id), log_id = coalesce(@logId, log_id),
    task_id = coalesce(@taskId, task_id)
  WHERE ${isOpenRequest}`;
const settleOpen = `UPDATE ledger
  SET outcome = @outcome, cost = iif(@outcome = 'charged', reserved, 0), known_by = 'answer', settled_at = @at
  WHERE ${isOpenRequest}`;
const markUncertain = `UPDATE ledger SET outcome = 'uncertain' WHERE ${isOpenRequest}`;
/** Previews have negative job ids. */
const markPreviewsUncertain = `UPDATE ledger SET outcome = 'uncertain' WHERE job_id < 0 AND outcome = 'open'`;

export const ledger = (context: StoreContext) => ({
  ...openRequests(context),
  ...spentCredits(context),
  ...chargeLists(context),
});

function openRequests({ db, now }: StoreContext) {
  type JobId = [{ jobId: number }];
  const insert = db.prepare(insertCharge);
  const findOpen = db.prepare<JobId, OpenCharge>(selectOpen);
  const countResend = db.prepare<JobId>(incrementTimes);
  const copyIds = db.prepare<JobId>(copyIdsOfStepRun);
  const writeIds = db.prepare<[RequestIds & { jobId: number }]>(setIds);
  const settle = db.prepare(settleOpen);
  const giveUp = db.prepare<JobId>(markUncertain);
  const giveUpPreviews = db.prepare(markPreviewsUncertain);

  return {
    /** Adds a request in the transaction that moves its job, before it is sent. Returns its id. */
    recordRequest({ job, service, reserved, idempotencyKey, accountId }: NewCharge): number {
      const { lastInsertRowid } = insert.run({
        sentAt: now(),
        profileId: job.profileId,
        service,
        batchId: job.batchId,
        jobId: job.id,
        step: job.step,
        operation: job.operation,
        recipe: job.recipe.name,
        photograph: basename(job.sourcePath),
        contentHash: job.contentHash,
        reserved,
        idempotencyKey,
        accountId,
      });
      return Number(lastInsertRowid);
    },
    /** Includes a request to be sent again under its key. */
    open: (jobId: number): OpenCharge | null => findOpen.get({ jobId }) ?? null,
    /** Counts another attempt under the same key. */
    countResend: (jobId: number): void => void countResend.run({ jobId }),
    /** Copies the service's ids from the step run. */
    copyServiceIds: (jobId: number): void => void copyIds.run({ jobId }),
    /** Sets the service's ids of a preview, which has no step run. */
    setServiceIds(jobId: number, { requestId = null, logId = null, taskId = null }: Partial<RequestIds>): void {
      writeIds.run({ jobId, requestId, logId, taskId });
    },
    /** Marks previews of an earlier run, whose responses are lost. */
    dropPreviews: (): void => void giveUpPreviews.run(),
    settle: (jobId: number, outcome: Extract<ChargeOutcome, 'charged' | 'not-charged'>): void =>
      void settle.run({ jobId, outcome, at: now() }),
    /** For a request that will not be queried again. */
    markUncertain: (jobId: number): void => void giveUp.run({ jobId }),
  };
}
