/** The table `step_runs`: requests, from prepared upload to response. */
import type { JobState, StepRun } from '../../../../contract/jobs/job.ts';
import type { OperationId } from '../../../../contract/operations/operation-spec.ts';
import { taskLifetimeMs } from '../../../../contract/services/task-limits.ts';
import { isFitText } from '../../repair/stored-documents.ts';
import type { StoreContext } from '../../store-context.ts';
import type { JobLease } from '../job-rows.ts';

/** Includes the data to resume after a crash. */
export interface StepRunRecord extends StepRun {
  readonly jobId: number;
  /** Changes for the upload, reversed on the result. Null if damaged. */
  readonly fit: unknown;
  /** Results and their metadata; null before a response. */
  readonly answer: unknown;
}

type ServiceIds = Pick<StepRun, 'requestId' | 'logId'>;
const noIds: ServiceIds = { requestId: null, logId: null };

interface StepRunRow {
  job_id: number;
  step: number;
  operation: OperationId;
  fitted: string;
  fit: string | null;
  upload_width: number | null;
  upload_height: number | null;
  submitted_at: number | null;
  task_id: string | null;
  request_id: string | null;
  log_id: string | null;
  answer: string | null;
  finished_at: number | null;
}

interface SameTaskRow {
  id: number;
  state: JobState;
  lease: string | null;
  step: number;
  at_step: 0 | 1;
  same_content: 0 | 1;
}

export interface SameTask {
  readonly hold: JobLease;
  readonly step: number;
  readonly isAwaited: boolean;
  /** Whether the result fits both. */
  readonly hasSameContent: boolean;
}

const prepareSql = `INSERT OR REPLACE INTO step_runs (job_id, step, operation, fitted, fit, upload_width, upload_height)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;

const sameTaskSql = `SELECT other.id, other.state, other.lease, run.step, other.step = run.step AS at_step,
    other.content_hash = own.content_hash AS same_content
  FROM step_runs AS run JOIN jobs AS other ON other.id = run.job_id JOIN jobs AS own ON own.id = @jobId
  WHERE run.task_id = @taskId AND (run.job_id <> @jobId OR run.step <> @step)
    AND other.profile_id = own.profile_id AND run.submitted_at > @since`;

const requestIdsSql = `UPDATE step_runs SET request_id = coalesce(?, request_id), log_id = coalesce(?, log_id)
  WHERE job_id = ? AND step = ?`;

const finishSql = `UPDATE step_runs SET answer = ?, finished_at = ?, request_id = coalesce(?, request_id),
    log_id = coalesce(?, log_id)
  WHERE job_id = ? AND step = ?`;

export function stepRuns({ db, now, changes }: StoreContext) {
  const prepareRun = db.prepare(prepareSql);
  const setSubmitted = db.prepare('UPDATE step_runs SET submitted_at = ? WHERE job_id = ? AND step = ?');
  const setTask = db.prepare('UPDATE step_runs SET task_id = ? WHERE job_id = ? AND step = ?');
  const sameTask = db.prepare<[{ taskId: string; jobId: number; step: number; since: number }], SameTaskRow>(
    sameTaskSql,
  );
  const setRequestIds = db.prepare(requestIdsSql);
  const finish = db.prepare(finishSql);
  const clearEarlier = db.prepare('UPDATE step_runs SET answer = NULL WHERE job_id = ? AND step < ?');
  const byStep = db.prepare<[number, number], StepRunRow>('SELECT * FROM step_runs WHERE job_id = ? AND step = ?');
  const ofJob = db.prepare<[number], StepRunRow>('SELECT * FROM step_runs WHERE job_id = ? ORDER BY step');

  return {
    get: (jobId: number, step: number): StepRunRecord | null => {
      const row = byStep.get(jobId, step);
      return row ? toRecord(row) : null;
    },
    ofJob: (jobId: number): StepRunRecord[] => ofJob.all(jobId).map(toRecord),
    /** Starts a step and deletes an earlier attempt. */
    prepared(
      jobId: number,
      step: number,
      run: Pick<StepRunRecord, 'operation' | 'fitted' | 'fit' | 'uploadWidth' | 'uploadHeight'>,
    ): void {
      const { operation, fitted, fit, uploadWidth, uploadHeight } = run;
      const fitText = fit === undefined || fit === null ? null : JSON.stringify(fit);
      prepareRun.run(jobId, step, operation, JSON.stringify(fitted), fitText, uploadWidth, uploadHeight);
      changes.run(jobId);
    },
    /** Records the intent to send, before the request. */
    sending: (jobId: number, step: number): void => void setSubmitted.run(now(), jobId, step),
    /** Records a rejected request, which does not count as sent. */
    notTaken: (jobId: number, step: number): void => void setSubmitted.run(null, jobId, step),
    /** Records the task before the first poll. */
    task: (jobId: number, step: number, taskId: string): void => void setTask.run(taskId, jobId, step),
    /** Finds other jobs with this task whose results may still exist. */
    withSameTask: (jobId: number, step: number, taskId: string): SameTask[] =>
      sameTask
        .all({ taskId, jobId, step, since: now() - 2 * taskLifetimeMs })
        .map(({ id, state, lease, step: otherStep, at_step, same_content }) => ({
          hold: { id, state, lease },
          step: otherStep,
          isAwaited: at_step === 1 && (state === 'waiting' || state === 'fetching'),
          hasSameContent: same_content === 1,
        })),
    /** Records ids for the service's support. */
    requestIds(jobId: number, step: number, requestId: string | null, logId: string | null): void {
      if (requestId !== null || logId !== null) setRequestIds.run(requestId, logId, jobId, step);
    },
    /** Stores the response, and its ids if new. From here, a crash repeats the download, not the upload. */
    answered(jobId: number, step: number, value: unknown, { requestId, logId }: ServiceIds = noIds): void {
      finish.run(JSON.stringify(value), now(), requestId, logId, jobId, step);
    },
    /** Records that task or results are gone, so a retry sends again. */
    spent: (jobId: number, step: number): void => void finish.run(null, now(), null, null, jobId, step),
    /** Deletes all responses of a finished job. */
    allSpent(jobId: number, step: number): void {
      finish.run(null, now(), null, null, jobId, step);
      if (step > 0) clearEarlier.run(jobId, step);
    },
  };
}

function toRecord(row: StepRunRow): StepRunRecord {
  return {
    jobId: row.job_id,
    step: row.step,
    operation: row.operation,
    taskId: row.task_id,
    requestId: row.request_id,
    logId: row.log_id,
    submittedAt: row.submitted_at,
    finishedAt: row.finished_at,
    fitted: JSON.parse(row.fitted) as string[],
    fit: row.fit !== null && isFitText(row.fit) ? (JSON.parse(row.fit) as unknown) : null,
    uploadWidth: row.upload_width,
    uploadHeight: row.upload_height,
    answer: row.answer === null ? null : (JSON.parse(row.answer) as unknown),
  };
}
