/** Decisions about jobs with an uncertain charge, and about jobs that share their results. */
import type { JobDecision } from '../../../../contract/app/action-reports.ts';
import { msg } from '../../../../contract/messages/message.ts';
import { hasTaskToAskSql, isGivenUp, isPaid } from '../charge-sql.ts';
import { type ActionContext, type ChangedJob, idsInStates, idsOf, isNamedLocalSql } from './action-context.ts';
import type { jobCancellation } from './cancel-jobs.ts';
import type { jobRetry } from './retry-jobs.ts';

/** The paid image of an earlier step is missing. If sent again, the job starts at the first step. */
export const stepImageMissingCode = 'STEP_IMAGE_GONE';

/** Covers the jobs, their leaders, and the other followers of these. */
const uncertainSql = `SELECT id, state FROM jobs WHERE state = 'uncertain' AND (${isNamedLocalSql}
    OR id IN (SELECT follows FROM jobs WHERE ${isNamedLocalSql})
    OR follows IN (SELECT value FROM json_each(@ids))
    OR follows IN (SELECT follows FROM jobs WHERE ${isNamedLocalSql} AND follows IS NOT NULL))`;

const ofCauseSql = `SELECT id, state FROM jobs WHERE state = 'uncertain' AND removed_at IS NULL
  AND (@cause IS NULL OR json_extract(error, '$.code') = @cause)`;

const isStepImageMissing = `json_extract(error, '$.code') = '${stepImageMissingCode}'`;

/** Lists removed jobs again, because they continue with their group. */
const sendAgainSql = `UPDATE jobs SET state = 'queued', attempts = 0, failures = '{}', run_after = 0, finished_at = NULL,
    removed_at = NULL, perils = 0, step = iif(${isStepImageMissing}, 0, step),
    operation = iif(${isStepImageMissing}, json_extract(recipe, '$.steps[0].operation'), operation), error = NULL
  WHERE ${isNamedLocalSql} AND state = 'uncertain' RETURNING id, state`;

const askAgainSql = `UPDATE jobs SET state = 'waiting', failures = '{}', error = NULL, run_after = 0, finished_at = NULL,
    removed_at = NULL, perils = 0
  WHERE ${isNamedLocalSql} AND state = 'uncertain' AND ${hasTaskToAskSql} RETURNING id, state`;

const requeueFollowersSql = `UPDATE jobs SET state = 'queued', failures = '{}', error = NULL, run_after = 0,
    finished_at = NULL, removed_at = NULL
  WHERE state = 'uncertain' AND follows IN (SELECT value FROM json_each(@ids)) RETURNING id, state`;

const reopenChargesSql = `UPDATE ledger SET outcome = 'open' WHERE id IN (SELECT max(id) FROM ledger
  WHERE job_id IN (SELECT value FROM json_each(?)) GROUP BY job_id) AND outcome = 'uncertain' AND decision IS NULL`;

/** Clears the steps that a job repeats. */
const clearRunsSql = `UPDATE step_runs SET answer = NULL, finished_at = coalesce(finished_at, @now)
  WHERE job_id IN (SELECT value FROM json_each(@ids))
    AND step >= (SELECT jobs.step FROM jobs WHERE jobs.id = step_runs.job_id)`;

const strandedSql = `SELECT jobs.follows, json_group_array(jobs.id) AS ids,
    leader.state <> 'done' AND ${isPaid('leader')} AND NOT ${isGivenUp('leader')} AS paid
  FROM jobs JOIN jobs AS leader ON leader.id = jobs.follows
  WHERE jobs.id IN (SELECT value FROM json_each(?)) AND leader.state IN ('done', 'failed', 'cancelled')
  GROUP BY jobs.follows`;

export function jobDecisions(
  { db, now, events, followers, studio, prepare }: ActionContext,
  { cancelLocal }: Pick<ReturnType<typeof jobCancellation>, 'cancelLocal'>,
  { retry }: Pick<ReturnType<typeof jobRetry>, 'retry'>,
) {
  const uncertainOf = prepare(uncertainSql);
  const ofCause = prepare(ofCauseSql);
  const setQueued = prepare(sendAgainSql);
  const setWaiting = prepare(askAgainSql);
  const requeueFollowers = prepare(requeueFollowersSql);
  const reopenCharges = db.prepare(reopenChargesSql);
  const clearRuns = db.prepare<[{ ids: string; now: number }]>(clearRunsSql);
  const stranded = db.prepare<[string], { follows: number; ids: string; paid: 0 | 1 }>(strandedSql);

  /** Queries known tasks again and queues the followers. */
  function askAgain(ids: readonly number[]): ChangedJob[] {
    const waiting = setWaiting(ids);
    const waitingIds = idsOf(waiting);
    reopenCharges.run(JSON.stringify(waitingIds));
    events.addToAll(waitingIds, { kind: 'state', text: msg('store.job.askedAgain') });
    return [...waiting, ...requeueFollowers(waitingIds)];
  }
  function sendAgain(ids: readonly number[]): ChangedJob[] {
    const sent = setQueued(ids);
    const queued = idsInStates(sent, 'queued');
    clearRuns.run({ ids: JSON.stringify(queued), now: now() });
    // Download a paid result of the leader. Without one, send a follower.
    for (const { follows, ids: group, paid } of stranded.all(JSON.stringify(queued))) {
      if (paid === 1) retry([follows]);
      else followers.promote(JSON.parse(group) as number[]);
    }
    events.addToAll(queued, { kind: 'state', text: msg('store.job.sentAgain') });
    followers.promoteOverHeld(queued);
    return sent;
  }
  function decide(ids: readonly number[], decision: JobDecision): ChangedJob[] {
    if (decision === 'ask-again') return askAgain(idsOf(uncertainOf(ids)));
    const remoteJobs = studio.send(ids, decision, 'uncertain');
    const uncertain = idsOf(uncertainOf(ids));
    return [...(decision === 'give-up' ? cancelLocal(uncertain) : sendAgain(uncertain)), ...remoteJobs];
  }

  return {
    decide,
    decideCause(cause: string | null, decision: JobDecision, seen?: number): ChangedJob[] {
      const ids = idsOf(ofCause([], { cause }));
      return ids.length > (seen ?? ids.length) ? [] : decide(ids, decision);
    },
  };
}
