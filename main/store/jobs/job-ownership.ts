/**
 * Local, shared and mirrored jobs. Only this module and `studio/`, which writes them, know the columns `station`,
 * `shared_id` and `fence` of `jobs`:
 *
 *   this computer's only                 NULL    NULL    NULL
 *   shared, claimed here                 NULL    id      token
 *   shared, taken over elsewhere         NULL    id      NULL
 *   mirrored                             name    id      NULL      ('' = unclaimed)
 */
import { runningStates } from '../../../contract/jobs/job.ts';
import { type JobRow, stateList } from './job-rows.ts';

/** Whether this computer may process a job. `job` is `jobs` or an alias of it. */
export const isLocalSql = (job: string): string => `${job}.station IS NULL`;

export const isMirroredSql = (job: string): string => `${job}.station IS NOT NULL`;

export const isUnsharedSql = 'jobs.shared_id IS NULL';

export const isSharedSql = 'shared_id IS NOT NULL';

/** Whether this computer has the fencing token, so it may report to the studio. */
export const isFencedSql = 'fence IS NOT NULL';

// These repeat partial indexes, as INDEXED BY requires. More conditions follow with AND.

export const openLocalJobsSql = `jobs INDEXED BY jobs_open_here WHERE state IN (${stateList(['queued', ...runningStates])})
  AND removed_at IS NULL AND ${isLocalSql('jobs')}`;

export const mirroredJobsSql = `jobs INDEXED BY jobs_elsewhere WHERE ${isMirroredSql('jobs')}`;

export const claimedSharedJobsSql = `jobs INDEXED BY jobs_shared WHERE ${isSharedSql} AND ${isFencedSql}`;

/** Jobs that another station took over, not yet mirrored. */
export const lostJobsSql = `jobs INDEXED BY jobs_lost WHERE ${isSharedSql} AND fence IS NULL
  AND ${isLocalSql('jobs')}`;

export const unshareSql = 'shared_id = NULL, fence = NULL';

/** Returns null for a local job. `station` is null if the job is unclaimed. */
export function mirroredStation({ station }: Pick<JobRow, 'station'>): { readonly station: string | null } | null {
  return station === null ? null : { station: station === '' ? null : station };
}
