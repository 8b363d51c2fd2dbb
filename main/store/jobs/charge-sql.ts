/** SQL conditions on a job's cost. `job` is `jobs` or an alias. */
import { excludedCode } from '../../../contract/jobs/job.ts';
import { builtInProfileId } from '../../../contract/services/profile.ts';
import { isUnsharedSql } from './job-ownership.ts';

/** Error code: the service gave one task to two photographs. */
export const taskOfAnotherCode = 'TASK_OF_ANOTHER';

/** The current step has a task or a response. */
export const isStepPaid = (job: string): string => `EXISTS (
  SELECT 1 FROM step_runs run WHERE run.job_id = ${job}.id AND run.step = ${job}.step
    AND (run.answer IS NOT NULL OR (run.task_id IS NOT NULL AND run.finished_at IS NULL)))`;

/** A step is paid or finished. */
export const isPaid = (job: string): string => `(${job}.step > 0 OR ${isStepPaid(job)})`;
export const isPaidSql = isPaid('jobs');

/** Sent at least once, so the service may have accepted it. */
export const isSentSql =
  '(EXISTS (SELECT 1 FROM step_runs WHERE step_runs.job_id = jobs.id AND step_runs.submitted_at IS NOT NULL))';

/** The current task can be queried. Excludes tasks of another photograph, and shared jobs, which may be elsewhere. */
export const hasTaskToAskSql = `(${isUnsharedSql}
  AND coalesce(json_extract(jobs.error, '$.code') <> '${taskOfAnotherCode}', 1)
  AND EXISTS (SELECT 1 FROM step_runs run WHERE run.job_id = jobs.id AND run.step = jobs.step
    AND run.task_id IS NOT NULL))`;

/** Canceled despite a possible charge. Only a decision or adding it again sends it again. */
export const isGivenUp = (job: string): string =>
  `(${job}.state = 'cancelled' AND coalesce(json_extract(${job}.error, '$.advice') = 'decide', 0))`;

/** May be charged per request. Assume so if the profile is deleted. */
export const canChargeSql = `(jobs.profile_id <> '${builtInProfileId}' AND coalesce(
  (SELECT json_extract(profile, '$.charges') FROM profiles WHERE profiles.id = jobs.profile_id), 1))`;

export const isExcludedSql = (job: string): string => `(${job}.state = 'done' AND ${job}.error IS NOT NULL
  AND json_extract(${job}.error, '$.code') = '${excludedCode}')`;

/** Done without a result or a charge: excluded, or skipped by rule. */
export const isSkippedSql = `(state = 'done' AND result_count = 0 AND NOT (${isSentSql} AND ${canChargeSql}))`;
