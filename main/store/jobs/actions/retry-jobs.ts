/** Retries jobs, or ends their backoff. */
import { msg } from '../../../../contract/messages/message.ts';
import { minPollIntervalMs } from '../../../../contract/services/task-limits.ts';
import { isGivenUp, isSkippedSql } from '../charge-sql.ts';
import { sameWork } from '../sharing/find-same-work.ts';
import { uncertainElsewhere } from '../sharing/uncertain-elsewhere.ts';
import { type ActionContext, type ChangedJob, idsInStates, idsOf, isNamedLocalSql } from './action-context.ts';

/** Resumes at the service if a task or results are paid. */
const retrySql = `UPDATE OR IGNORE jobs SET
    state = coalesce((
      SELECT CASE WHEN answer IS NOT NULL THEN 'fetching'
                  WHEN task_id IS NOT NULL AND finished_at IS NULL THEN 'waiting' END
      FROM step_runs WHERE job_id = jobs.id AND step_runs.step = jobs.step), 'queued'),
    attempts = 0, failures = '{}', error = NULL, run_after = 0, finished_at = NULL, held = 0, removed_at = NULL, perils = 0
  WHERE ${isNamedLocalSql} AND (state IN ('failed', 'cancelled') OR ${isSkippedSql}) RETURNING id, state`;

const notGivenUpSql = `SELECT id, state FROM jobs WHERE ${isNamedLocalSql} AND NOT ${isGivenUp('jobs')}`;

/** A retry includes leaders, unless given up. */
const withLeadersSql = `SELECT id, state FROM jobs WHERE ${isNamedLocalSql}
  OR id IN (SELECT follows FROM jobs WHERE ${isNamedLocalSql} AND state IN ('failed', 'cancelled'))
    AND NOT ${isGivenUp('jobs')}`;

const hurrySql = (
  condition: string,
) => `UPDATE jobs SET run_after = min(run_after, @now + ${minPollIntervalMs}), failures = '{}'
  WHERE ${condition} AND state IN ('queued', 'fetching', 'placing') AND lease IS NULL AND run_after > 0
  RETURNING id, state`;

export function jobRetry({ db, now, events, followers, studio, prepare }: ActionContext) {
  const setRetried = prepare(retrySql);
  const notGivenUp = prepare(notGivenUpSql);
  const withLeaders = prepare(withLeadersSql);
  // Two statements: a combined condition would read the whole table.
  const hurryNamed = prepare(hurrySql(isNamedLocalSql));
  const hurryAll = prepare(hurrySql('TRUE'));
  const same = sameWork(db);
  const askIfUncertainElsewhere = uncertainElsewhere({ db, now }, events);

  function retry(ids: readonly number[], isOne = ids.length === 1): ChangedJob[] {
    const remoteJobs = studio.send(ids, 'retry', 'failed', 'cancelled');
    // Only a job named alone is sent again after it was given up.
    const wanted = isOne ? ids : idsOf(notGivenUp(ids));
    const retried = setRetried(idsOf(withLeaders(wanted)));
    const queued = idsInStates(retried, 'queued');
    events.addToAll(queued, { kind: 'state', text: msg('store.job.queuedAgain') });
    events.addToAll(idsInStates(retried, 'waiting'), { kind: 'state', text: msg('store.job.askedAgain') });
    events.addToAll(idsInStates(retried, 'fetching'), { kind: 'state', text: msg('store.job.fetchedAgain') });
    const revived = followOthers(queued);
    for (const id of queued) if (askIfUncertainElsewhere(id)) followers.settle(id);
    followers.settleFor(queued);
    return [...retried, ...revived, ...remoteJobs];
  }
  /** Follows jobs with the same content, as new jobs do, so that nothing is sent twice. */
  function followOthers(ids: readonly number[]): ChangedJob[] {
    return ids.flatMap((id) => {
      const leader = same.otherLeader(id);
      if (leader === null) return [];
      followers.join(id, leader.id);
      return leader.canRevive ? retry([leader.id]) : [];
    });
  }

  return {
    retry,
    /** @param ids null = all jobs */
    hurry: (ids: readonly number[] | null): ChangedJob[] => (ids === null ? hurryAll([]) : hurryNamed(ids)),
  };
}
