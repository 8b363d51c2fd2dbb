/** SQL conditions on a job's cost. `job` is `jobs` or an alias. */
import { excludedCode } from '../../../contract/jobs/job.ts';
import { operationIds } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { builtInProfileId } from '../../../contract/services/profile.ts';
import { isUnsharedSql } from './job-ownership.ts';
import { stateList } from './job-rows.ts';

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

/** Steps still to be sent whose operation has no list price. Continues a FROM clause, and adds `step`. */
const unlistedSteps = (job: string): string => `json_each(${job}.recipe, '$.steps') AS step
  WHERE step.key >= ${job}.step AND NOT (step.key = ${job}.step AND ${isStepPaid(job)})
    AND step.value ->> 'operation' IN (${stateList(operationIds.filter((id) => operations[id].credits === null))})
    AND NOT EXISTS (SELECT 1 FROM ledger WHERE ledger.job_id = ${job}.id AND outcome = 'open')`;

/** JSON list of operations of a queued job that have no list price. */
export const unlistedOperations = (job: string): string => `CASE ${job}.state WHEN 'queued' THEN
  (SELECT json_group_array(step.value ->> 'operation') FROM ${unlistedSteps(job)}) END`;

/** Profiles with a spending limit. Independent of the job, so it is evaluated once. */
const limitedProfiles = `SELECT id FROM profiles WHERE coalesce(profile ->> '$.costs.perDay',
  profile ->> '$.costs.perMonth', profile ->> '$.costs.keepBalance') IS NOT NULL`;

/**
 * The first operation that must not be sent, because its price is unknown and a spending limit applies, else null.
 * @see missingPrice for the same in a window
 */
export const unpricedOperation = (job: string): string => `CASE WHEN ${job}.profile_id <> '${builtInProfileId}'
  AND (${job}.profile_id IN (${limitedProfiles})
    OR EXISTS (SELECT 1 FROM batches WHERE batches.id = ${job}.batch_id AND max_credits IS NOT NULL))
  THEN (SELECT step.value ->> 'operation' FROM profiles, ${unlistedSteps(job)}
    AND profiles.id = ${job}.profile_id AND coalesce(profile ->> '$.charges', 1)
    AND profile ->> ('$.costs.prices."' || (step.value ->> 'operation') || '"') IS NULL
    LIMIT 1) END`;

export const isExcludedSql = (job: string): string => `(${job}.state = 'done' AND ${job}.error IS NOT NULL
  AND json_extract(${job}.error, '$.code') = '${excludedCode}')`;

/** Done without a result or a charge: excluded, or skipped by rule. */
export const isSkippedSql = `(state = 'done' AND result_count = 0 AND NOT (${isSentSql} AND ${canChargeSql}))`;
