/** What a job has cost so far, as SQL: paid, sent, given up. */
import { excludedCode } from '../../../contract/jobs/job.ts';
import { builtInProfileId } from '../../../contract/services/profile.ts';

/** Code of the error of a job whose service gave its task to another photograph as well. */
export const taskOfAnotherCode = 'TASK_OF_ANOTHER';

/** SQL, of a row of `jobs` (or another name for it): its step has a task at the service, or an answer. */
export const isStepPaid = (job: string): string => `EXISTS (
  SELECT 1 FROM step_runs run WHERE run.job_id = ${job}.id AND run.step = ${job}.step
    AND (run.answer IS NOT NULL OR (run.task_id IS NOT NULL AND run.finished_at IS NULL)))`;

/** The same: something of it is paid already, at the service or at home. */
export const isPaid = (job: string): string => `(${job}.step > 0 OR ${isStepPaid(job)})`;
export const isPaidSql = isPaid('jobs');

/** SQL, of a row of `jobs`: it has been sent at least once, and the service may have taken it. */
export const isSentSql =
  '(EXISTS (SELECT 1 FROM step_runs WHERE step_runs.job_id = jobs.id AND step_runs.submitted_at IS NOT NULL))';

/**
 * SQL, of a row of `jobs`: a task of its step is known, and is its own. A studio's job may be another station's by now.
 */
export const hasTaskToAskSql = `(jobs.shared_id IS NULL AND coalesce(json_extract(jobs.error, '$.code') <> '${taskOfAnotherCode}', 1)
  AND EXISTS (SELECT 1 FROM step_runs run WHERE run.job_id = jobs.id AND run.step = jobs.step AND run.task_id IS NOT NULL))`;

/**
 * SQL, of a row of `jobs` (or another name for it): cancelled in the knowledge that it may have been charged. Only a decision
 * of its own, or asking for it anew, sends it again.
 */
export const isGivenUp = (job: string): string =>
  `(${job}.state = 'cancelled' AND coalesce(json_extract(${job}.error, '$.advice') = 'decide', 0))`;

/** SQL, of a row of `jobs`: what is sent twice may be paid twice. Of a profile that is gone nobody knows any more. */
export const canChargeSql = `(jobs.profile_id <> '${builtInProfileId}' AND coalesce(
  (SELECT json_extract(profile, '$.charges') FROM profiles WHERE profiles.id = jobs.profile_id), 1))`;

/** SQL, of a row of `jobs` (or another name for it): it ended since its recipe is not for its photograph. */
export const isExcludedSql = (job: string): string => `(${job}.state = 'done' AND ${job}.error IS NOT NULL
  AND json_extract(${job}.error, '$.code') = '${excludedCode}')`;

/** SQL, of a row of `jobs`: done without a result (by the rule "skip", or since its recipe is not for it), and nothing was paid. */
export const isSkippedSql = `(state = 'done' AND result_count = 0 AND NOT (${isSentSql} AND ${canChargeSql}))`;
