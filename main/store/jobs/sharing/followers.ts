/**
 * Jobs that share a result, because a service gets each content and recipe once. Followers share the outcome of their
 * leader.
 */
import { finalStates, type JobError, type JobState } from '../../../../contract/jobs/job.ts';
import { type Message, msg } from '../../../../contract/messages/message.ts';
import type { StoreContext } from '../../store-context.ts';
import { canChargeSql, isGivenUp, isPaidSql, isSentSql } from '../charge-sql.ts';
import { isHeld } from '../hold-sql.ts';
import type { JobEvents } from '../job-events.ts';
import { stateList } from '../job-rows.ts';
import { leaderSelection } from './leader-selection.ts';
import { type SharingRow, sharingCase } from './result-sharing.ts';

type Touched = { id: number };

export type Followers = ReturnType<typeof followers>;

const leaderCancelled: JobError = {
  kind: 'uncertain',
  code: 'SAME_CONTENT_CANCELLED',
  message: msg('store.same.cancelled'),
  advice: 'decide',
  requestId: null,
  logId: null,
};

const leaderSql = `SELECT state, error, result_count, ${isPaidSql} AS paid,
    ${isSentSql} AS sent, ${isGivenUp('jobs')} AS given_up, ${canChargeSql} AS charges
  FROM jobs WHERE id = ?`;

const placeSql = `UPDATE jobs SET state = 'placing', run_after = 0, attempts = 0, failures = '{}', error = NULL,
    step = step_count - 1, operation = json_extract(recipe, '$.steps[#-1].operation')
  WHERE follows = ? AND state = 'queued' AND NOT ${isHeld('jobs')} RETURNING id`;

const endSql = `UPDATE jobs SET state = @state, error = @error, finished_at = @now
  WHERE follows = @id AND state = 'queued' RETURNING id`;

/** They asked because their leader had been canceled. */
const requeueSql = `UPDATE jobs SET state = 'queued', error = NULL, finished_at = NULL, removed_at = NULL
  WHERE follows = ? AND state = 'uncertain' AND json_extract(error, '$.code') = '${leaderCancelled.code}' RETURNING id`;

const joinSql = `UPDATE jobs SET follows = @leader
  WHERE (id = @id OR follows = @id) AND id <> @leader RETURNING id`;

const finalLeadersSql = `SELECT DISTINCT leader.id FROM jobs JOIN jobs AS leader ON leader.id = jobs.follows
  WHERE jobs.id IN (SELECT value FROM json_each(?)) AND jobs.state = 'queued'
    AND leader.state IN (${stateList(finalStates)})`;

export function followers({ db, now, changes }: StoreContext, events: JobEvents) {
  const leaderRow = db.prepare<[number], SharingRow>(leaderSql);
  const anyFollower = db.prepare<[number], number>('SELECT 1 FROM jobs WHERE follows = ? LIMIT 1').pluck();
  const anyWaiting = db
    .prepare<[number], number>(`SELECT 1 FROM jobs WHERE follows = ? AND state = 'queued' LIMIT 1`)
    .pluck();
  const placeAll = db.prepare<[number], Touched>(placeSql);
  const endAll = db.prepare<[{ id: number; state: JobState; error: string | null; now: number }], Touched>(endSql);
  const requeueAll = db.prepare<[number], Touched>(requeueSql);
  const joinLeader = db.prepare<[{ id: number; leader: number }], Touched>(joinSql);
  const finalLeaders = db.prepare<[string], number>(finalLeadersSql).pluck();
  const leaders = leaderSelection({ db, changes }, events);

  function recordEvents(touched: readonly Touched[], kind: 'state' | 'error' | 'notice', text: Message): void {
    const ids = touched.map(({ id }) => id);
    events.addToAll(ids, { kind, text });
    changes.jobs(ids);
  }
  function endWith(id: number, state: JobState, error: string | null, message: Message): void {
    recordEvents(endAll.all({ id, state, error, now: now() }), 'error', message);
  }

  /** Passes on the outcome of a final job, in the caller's transaction. */
  function settle(leaderId: number): void {
    if (anyFollower.get(leaderId) === undefined) return;
    const row = leaderRow.get(leaderId);
    // A canceled job may still finish. Then nothing is left to decide.
    if (row?.state === 'done') changes.jobs(requeueAll.all(leaderId).map(({ id }) => id));
    if (row === undefined || anyWaiting.get(leaderId) === undefined) return;
    switch (sharingCase(row).followers) {
      case 'wait':
        return;
      case 'place':
        recordEvents(placeAll.all(leaderId), 'state', msg('store.same.finished'));
        return;
      case 'lead':
        leaders.promoteWaiting(leaderId);
        return;
      case 'same-end': {
        const { state, error } = row;
        const message = error === null ? msg('store.same.failed') : (JSON.parse(error) as JobError).message;
        endWith(leaderId, state, error, message);
        return;
      }
      case 'ask':
        endWith(leaderId, 'uncertain', JSON.stringify(leaderCancelled), leaderCancelled.message);
    }
  }

  return {
    settle,
    promote: leaders.promote,
    promoteSuccessor: leaders.promoteSuccessor,
    promoteOverHeld: leaders.promoteOverHeld,
    /** Joins a job and its followers to a leader. The caller settles it. */
    join(id: number, leader: number): void {
      const joined = joinLeader.all({ id, leader: leaders.leaderOf(leader) ?? leader });
      recordEvents(joined, 'notice', msg('store.same.inQueue'));
    },
    /**
     * Makes a follower lead because the results of `tried` are missing. Returns false if it must wait for another
     * leader.
     */
    lead(id: number, tried: number): boolean {
      if (leaders.leaderOf(id) !== tried || leaderRow.get(tried)?.state !== 'done') return false;
      leaders.promote([id]);
      return true;
    },
    /** Settles final leaders and replaces held ones. */
    settleFor(ids: readonly number[]): void {
      for (const id of finalLeaders.all(JSON.stringify(ids))) settle(id);
      leaders.promoteOverHeld(ids);
    },
  };
}
