/** SQL conditions on the cost of a job so far: sent, paid, given up. `job` is `jobs` or an alias of it. */
import { excludedCode } from '../../../contract/jobs/job.ts';
import { builtInProfileId } from '../../../contract/services/profile.ts';
import { isUnsharedSql } from './job-ownership.ts';

/** Error code of a job whose service gave the same task to another photograph. */
export const taskOfAnotherCode = 'TASK_OF_ANOTHER';

/** SQL condition: the job's current step has a task at the service, or a response. */
export const isStepPaid = (job: string): string => `EXISTS (
  SELECT 1 FROM step_runs run WHERE run.job_id = ${job}.id AND run.step = ${job}.step
    AND (run.answer IS NOT NULL OR (run.task_id IS NOT NULL AND run.finished_at IS NULL)))`;

/** SQL condition: part of the job is paid, at the service or downloaded. */
export const isPaid = (job: string): string => `(${job}.step > 0 OR ${isStepPaid(job)})`;
export const isPaidSql = isPaid('jobs');

/** SQL condition on `jobs`: the job was sent at least once, so the service may have accepted it. */
export const isSentSql =
  '(EXISTS (SELECT 1 FROM step_runs WHERE step_runs.job_id = jobs.id AND step_runs.submitted_at IS NOT NULL))';

/**
 * SQL condition on `jobs`: the current step has a task that can be queried. Excludes tasks of another photograph, and
 * shared jobs, because another station may have them.
 */
export const hasTaskToAskSql = `(${isUnsharedSql} AND coalesce(json_extract(jobs.error, '$.code') <> '${taskOfAnotherCode}', 1)
  AND EXISTS (SELECT 1 FROM step_runs run WHERE run.job_id = jobs.id AND run.step = jobs.step AND run.task_id IS NOT NULL))`;

/**
 * SQL condition: the job was canceled although it may have been charged. It is sent again only if the user decides about
 * this job, or adds its photograph again.
 */
export const isGivenUp = (job: string): string =>
  `(${job}.state = 'cancelled' AND coalesce(json_extract(${job}.error, '$.advice') = 'decide', 0))`;

/** SQL condition on `jobs`: sending twice may be charged twice. Assumes that a deleted profile charges. */
export const canChargeSql = `(jobs.profile_id <> '${builtInProfileId}' AND coalesce(
  (SELECT json_extract(profile, '$.charges') FROM profiles WHERE profiles.id = jobs.profile_id), 1))`;

/** SQL condition: the job ended because its recipe excludes the photograph. */
export const isExcludedSql = (job: string): string => `(${job}.state = 'done' AND ${job}.error IS NOT NULL
  AND json_extract(${job}.error, '$.code') = '${excludedCode}')`;

/** SQL condition on `jobs`: done without a result or a charge, by the rule "skip" or because the recipe excludes it. */
export const isSkippedSql = `(state = 'done' AND result_count = 0 AND NOT (${isSentSql} AND ${canChargeSql}))`;
