/**
 * Jobs that share a result: the service is asked once for each content and recipe. One job leads, the others follow it, and
 * share its fate: placed from its results, failed with it, left to the user's decision with it.
 */
import { finalStates, type JobError, type JobState } from '../../../contract/jobs/job.ts';
import { type Message, msg } from '../../../contract/messages/message.ts';
import type { StoreContext } from '../store-context.ts';
import { canChargeSql, isGivenUp, isPaidSql, isSentSql } from './charge-sql.ts';
import type { JobEvents } from './job-events.ts';
import { stateList } from './job-rows.ts';
import { isHeld, leaderSelection } from './leader-selection.ts';
import { type SharingRow, sharingCase } from './result-sharing.ts';

/** Code of the error of a job whose leader was cancelled after it had been sent. */
const cancelledCode = 'SAME_CONTENT_CANCELLED';

type Touched = { id: number };

export type Followers = ReturnType<typeof followers>;

export function followers({ db, now, changes }: StoreContext, events: JobEvents) {
  const leader = db.prepare<[number], SharingRow>(
    `SELECT state, error, result_count, ${isPaidSql} AS paid,
       ${isSentSql} AS sent, ${isGivenUp('jobs')} AS given_up, ${canChargeSql} AS charges
     FROM jobs WHERE id = ?`,
  );
  const any = db.prepare<[number], number>(`SELECT 1 FROM jobs WHERE follows = ? AND state = 'queued' LIMIT 1`).pluck();
  const toPlace = db.prepare<[number], Touched>(
    `UPDATE jobs SET state = 'placing', run_after = 0, attempts = 0, failures = '{}', error = NULL, step = step_count - 1,
       operation = json_extract(recipe, '$.steps[#-1].operation')
     WHERE follows = ? AND state = 'queued' AND NOT ${isHeld('jobs')} RETURNING id`,
  );
  const toRest = db.prepare<[{ id: number; state: JobState; error: string | null; now: number }], Touched>(
    `UPDATE jobs SET state = @state, error = @error, finished_at = @now WHERE follows = @id AND state = 'queued' RETURNING id`,
  );
  const reassured = db.prepare<[number], Touched>(
    `UPDATE jobs SET state = 'queued', error = NULL, finished_at = NULL, removed_at = NULL
     WHERE follows = ? AND state = 'uncertain' AND json_extract(error, '$.code') = '${cancelledCode}' RETURNING id`,
  );
  const lead = db.prepare(
    `UPDATE jobs SET follows = NULL, step = 0, operation = json_extract(recipe, '$.steps[0].operation') WHERE id = ?`,
  );
  const follow = db.prepare<[{ leader: number; ids: string }], Touched>(
    `UPDATE jobs SET follows = @leader WHERE id IN (SELECT value FROM json_each(@ids)) AND id <> @leader RETURNING id`,
  );
  const waiting = db
    .prepare<[number], number>(`SELECT id FROM jobs WHERE follows = ? AND state = 'queued' ORDER BY id`)
    .pluck();
  const unfinished = db
    .prepare<[number], number>(`SELECT id FROM jobs WHERE follows = ? AND state <> 'done' ORDER BY id`)
    .pluck();
  const followed = db.prepare<[number], number | null>('SELECT follows FROM jobs WHERE id = ?').pluck();
  const join = db.prepare<[{ id: number; leader: number }], Touched>(
    `UPDATE jobs SET follows = @leader WHERE (id = @id OR follows = @id) AND id <> @leader RETURNING id`,
  );
  const restingLeaders = db
    .prepare<[string], number>(
      `SELECT DISTINCT leader.id FROM jobs JOIN jobs AS leader ON leader.id = jobs.follows
       WHERE jobs.id IN (SELECT value FROM json_each(?)) AND jobs.state = 'queued'
         AND leader.state IN (${stateList(finalStates)})`,
    )
    .pluck();

  const first = leaderSelection(db);

  function recordEvents(
    touched: readonly Touched[],
    text: Message,
    kind: 'state' | 'error' | 'notice' = 'state',
  ): void {
    const ids = touched.map(({ id }) => id);
    events.addToAll(ids, { kind, text });
    changes.jobs(ids);
  }

  /**
   * The first of `ids` that is not held leads; the others follow it, and so does whatever else followed the same job and is
   * not done.
   */
  function promote(ids: readonly number[]): void {
    const leader = first.of(ids);
    if (leader === undefined) return;
    const before = followed.get(leader) ?? null;
    lead.run(leader);
    const all = [...ids, ...(before === null ? [] : unfinished.all(before))];
    follow.all({ leader, ids: JSON.stringify(all) });
    changes.jobs(all);
  }

  /** Where one of these jobs, or one they follow, is held and not paid: another one that may go on leads instead. */
  function promoteOverHeld(ids: readonly number[]): void {
    for (const { leader, next } of first.passedOver(ids)) {
      promote([next, leader]);
      recordEvents([{ id: next }], msg('store.same.goesFirst'), 'notice');
    }
  }

  /** Lets the waiting followers of a job share its fate, once it has come to rest. Inside a transaction. */
  function settle(leaderId: number): void {
    const row = leader.get(leaderId);
    // It was cancelled, and has come home after all: what is asked about that has its answer.
    if (row?.state === 'done') changes.jobs(reassured.all(leaderId).map(({ id }) => id));
    if (row === undefined || any.get(leaderId) === undefined) return;
    switch (sharingCase(row).followers) {
      case 'wait':
        return;
      case 'place':
        recordEvents(toPlace.all(leaderId), msg('store.same.finished'));
        return;
      case 'lead':
        promote(waiting.all(leaderId));
        return;
      case 'same-end': {
        const { state, error } = row;
        const message = error === null ? msg('store.same.failed') : (JSON.parse(error) as JobError).message;
        recordEvents(toRest.all({ id: leaderId, state, error, now: now() }), message, 'error');
        return;
      }
      case 'ask': {
        const error = JSON.stringify(leaderCancelled);
        recordEvents(
          toRest.all({ id: leaderId, state: 'uncertain', error, now: now() }),
          leaderCancelled.message,
          'error',
        );
      }
    }
  }

  return {
    settle,
    promote,
    /** From now on a job, and whatever follows it, follows another one, or what that one follows. The caller settles it. */
    join(id: number, leader: number): void {
      const text = msg('store.same.inQueue');
      recordEvents(join.all({ id, leader: followed.get(leader) ?? leader }), text, 'notice');
    },
    /** A job does other work from now on: one of those that follow it leads the others, one that waits before all. */
    promoteSuccessor(leaderId: number): void {
      const all = waiting.all(leaderId);
      promote(all.length > 0 ? all : unfinished.all(leaderId).slice(0, 1));
    },
    /**
     * For a follower that found nothing to be placed from at `tried`: it goes through the service itself, and the others that
     * have not come home follow it. False where it has another leader by now, or one that is not done: it waits for that.
     */
    lead(id: number, tried: number): boolean {
      if (followed.get(id) !== tried || leader.get(tried)?.state !== 'done') return false;
      promote([id]);
      return true;
    },
    promoteOverHeld,
    /** Settles whichever jobs these follow; and none of them waits for one that is held. */
    settleFor(ids: readonly number[]): void {
      for (const id of restingLeaders.all(JSON.stringify(ids))) settle(id);
      promoteOverHeld(ids);
    },
  };
}

const leaderCancelled: JobError = {
  kind: 'uncertain',
  code: cancelledCode,
  message: msg('store.same.cancelled'),
  advice: 'decide',
  requestId: null,
  logId: null,
};
