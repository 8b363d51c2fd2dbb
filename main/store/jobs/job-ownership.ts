/**
 * How a job of this computer differs from a job of another station, and how shared jobs are fenced. Only this module and
 * `studio/`, which writes them, know the columns `station`, `shared_id` and `fence` of `jobs`.
 *
 *   job                                        station        shared_id   fence
 *   of this computer alone                     NULL           NULL        NULL
 *   of the studio's queue, claimed here        NULL           id          token
 *   taken over by another station              NULL           id          NULL
 *   of another station (mirrored)              name, '' = none  id        NULL
 */
import { runningStates } from '../../../contract/jobs/job.ts';
import { type JobRow, stateList } from './job-rows.ts';

/** SQL condition on a row of `jobs`, or of an alias of it: this computer may process it. */
export const isLocalSql = (job: string): string => `${job}.station IS NULL`;

/** SQL condition: the row mirrors a job of another station. */
export const isMirroredSql = (job: string): string => `${job}.station IS NOT NULL`;

/** SQL condition on `jobs`: the studio's queue does not have the job. */
export const isUnsharedSql = 'jobs.shared_id IS NULL';

/** SQL condition on `jobs`: the studio's queue has the job. */
export const isSharedSql = 'shared_id IS NOT NULL';

/** SQL condition on `jobs`: this computer has the fencing token, so it may report the job's progress to the studio. */
export const isFencedSql = 'fence IS NOT NULL';

// The following clauses repeat the conditions of partial indexes, which SQLite requires for INDEXED BY.

/** SQL table expression with WHERE: local jobs that are not final. More conditions follow with AND. */
export const openLocalJobsSql = `jobs INDEXED BY jobs_open_here WHERE state IN (${stateList(['queued', ...runningStates])})
  AND removed_at IS NULL AND ${isLocalSql('jobs')}`;

/** SQL table expression with WHERE: jobs of other stations. */
export const mirroredJobsSql = `jobs INDEXED BY jobs_elsewhere WHERE ${isMirroredSql('jobs')}`;

/** SQL table expression with WHERE: jobs of the studio's queue that this computer has claimed. */
export const claimedSharedJobsSql = `jobs INDEXED BY jobs_shared WHERE ${isSharedSql} AND ${isFencedSql}`;

/** SQL table expression with WHERE: shared jobs that another station took over, not yet mirrored. */
export const lostJobsSql = `jobs INDEXED BY jobs_lost WHERE ${isSharedSql} AND fence IS NULL
  AND ${isLocalSql('jobs')}`;

/** SQL assignments that make a job this computer's alone. */
export const unshareSql = 'shared_id = NULL, fence = NULL';

/** The ownership of a row as the queue list shows it: null if the job is local; `station` is null if none has it. */
export function mirroredStation({ station }: Pick<JobRow, 'station'>): { readonly station: string | null } | null {
  return station === null ? null : { station: station === '' ? null : station };
}
