/** Step runs: one operation of a job's recipe being carried out, from the fitted upload to the answer. */
import type { JobState, StepRun } from '../../../contract/jobs/job.ts';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { taskLifetimeMs } from '../../../contract/services/task-limits.ts';
import { isFitText } from '../repair/stored-documents.ts';
import type { StoreContext } from '../store-context.ts';
import type { JobLease } from './job-rows.ts';

/** A step run with what the pipeline needs to go on after a crash. */
export interface StepRunRecord extends StepRun {
  readonly jobId: number;
  /** How the upload was made from the photograph, as the imaging room wrote it; undone on the result. Null if that is damaged. */
  readonly fit: unknown;
  /** Where the results are and what came with them, as the pipeline wrote it; null before an answer. */
  readonly answer: unknown;
}

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

/** Another job with the same task. */
export interface SameTask {
  readonly hold: JobLease;
  readonly step: number;
  /** Its result is not home yet. */
  readonly isAwaited: boolean;
  /** The result is right for both. */
  readonly hasSameContent: boolean;
}

export function stepRuns({ db, now, changes }: StoreContext) {
  const put = db.prepare(
    `INSERT OR REPLACE INTO step_runs (job_id, step, operation, fitted, fit, upload_width, upload_height)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const sent = db.prepare('UPDATE step_runs SET submitted_at = ? WHERE job_id = ? AND step = ?');
  const task = db.prepare('UPDATE step_runs SET task_id = ? WHERE job_id = ? AND step = ?');
  const sameTask = db.prepare<[{ taskId: string; jobId: number; step: number; since: number }], SameTaskRow>(
    `SELECT other.id, other.state, other.lease, run.step, other.step = run.step AS at_step,
       other.content_hash = own.content_hash AS same_content
     FROM step_runs AS run JOIN jobs AS other ON other.id = run.job_id JOIN jobs AS own ON own.id = @jobId
     WHERE run.task_id = @taskId AND (run.job_id <> @jobId OR run.step <> @step)
       AND other.profile_id = own.profile_id AND run.submitted_at > @since`,
  );
  const ids = db.prepare(
    `UPDATE step_runs SET request_id = coalesce(?, request_id), log_id = coalesce(?, log_id)
     WHERE job_id = ? AND step = ?`,
  );
  const answer = db.prepare('UPDATE step_runs SET answer = ?, finished_at = ? WHERE job_id = ? AND step = ?');
  const earlier = db.prepare('UPDATE step_runs SET answer = NULL WHERE job_id = ? AND step < ?');
  const byStep = db.prepare<[number, number], StepRunRow>('SELECT * FROM step_runs WHERE job_id = ? AND step = ?');
  const ofJob = db.prepare<[number], StepRunRow>('SELECT * FROM step_runs WHERE job_id = ? ORDER BY step');

  return {
    get: (jobId: number, step: number): StepRunRecord | null => {
      const row = byStep.get(jobId, step);
      return row ? toRecord(row) : null;
    },
    ofJob: (jobId: number): StepRunRecord[] => ofJob.all(jobId).map(toRecord),
    /** Begins a step anew with the upload that was prepared; whatever an earlier try left is forgotten. */
    prepared(
      jobId: number,
      step: number,
      run: Pick<StepRunRecord, 'operation' | 'fitted' | 'fit' | 'uploadWidth' | 'uploadHeight'>,
    ): void {
      const { operation, fitted, fit, uploadWidth, uploadHeight } = run;
      const fitText = fit === undefined || fit === null ? null : JSON.stringify(fit);
      put.run(jobId, step, operation, JSON.stringify(fitted), fitText, uploadWidth, uploadHeight);
      changes.jobs([jobId]);
    },
    /** Notes the intent to send, before anything is sent. */
    sending: (jobId: number, step: number): void => void sent.run(now(), jobId, step),
    /** What was sent was not taken by the service, so it does not count as sent. */
    notTaken: (jobId: number, step: number): void => void sent.run(null, jobId, step),
    /** Notes the task at the service; committed before the first poll. */
    task: (jobId: number, step: number, taskId: string): void => void task.run(taskId, jobId, step),
    /** What else was sent to the same service and was given this task, as long as its results may still be kept. */
    withSameTask: (jobId: number, step: number, taskId: string): SameTask[] =>
      sameTask
        .all({ taskId, jobId, step, since: now() - 2 * taskLifetimeMs })
        .map(({ id, state, lease, step: itsStep, at_step, same_content }) => ({
          hold: { id, state, lease },
          step: itsStep,
          isAwaited: at_step === 1 && (state === 'waiting' || state === 'fetching'),
          hasSameContent: same_content === 1,
        })),
    /** Notes the service's names for the last request, for its support. */
    requestIds(jobId: number, step: number, requestId: string | null, logId: string | null): void {
      if (requestId !== null || logId !== null) ids.run(requestId, logId, jobId, step);
    },
    /** Keeps the answer, so that a crash from here on fetches again and never submits again. */
    answered: (jobId: number, step: number, value: unknown): void =>
      void answer.run(JSON.stringify(value), now(), jobId, step),
    /** The task or its results are gone: a later try has to submit anew. */
    spent: (jobId: number, step: number): void => void answer.run(null, now(), jobId, step),
    /** The job is done, with this step as its last: the responses of all steps have served their purpose. */
    allSpent(jobId: number, step: number): void {
      answer.run(null, now(), jobId, step);
      earlier.run(jobId, step);
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
