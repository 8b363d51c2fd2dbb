/** Chooses which of several jobs with the same content leads: a held job leads only if no other job can continue. */
import { msg } from '../../../../contract/messages/message.ts';
import type { StoreContext } from '../../store-context.ts';
import { isPaid } from '../charge-sql.ts';
import type { JobEvents } from '../job-events.ts';
import { isHeld } from '../queue-sql.ts';

/** A held leader, and the follower that leads instead. */
interface PassedOver {
  readonly leader: number;
  readonly next: number;
}

const firstFreeSql = `SELECT min(id) FROM jobs WHERE id IN (SELECT value FROM json_each(?)) AND NOT ${isHeld('jobs')}`;

/** Leaders that are paid or running keep their place. */
const passedOverSql = `SELECT leader.id AS leader, (
    SELECT min(next.id) FROM jobs AS next
    WHERE next.follows = leader.id AND next.state = 'queued' AND NOT ${isHeld('next')}) AS next
  FROM jobs AS leader
  WHERE leader.id IN (SELECT coalesce(follows, id) FROM jobs WHERE id IN (SELECT value FROM json_each(?)))
    AND leader.state = 'queued' AND ${isHeld('leader')} AND NOT ${isPaid('leader')} AND next IS NOT NULL`;

const leadSql = `UPDATE jobs SET follows = NULL, step = 0, operation = json_extract(recipe, '$.steps[0].operation') WHERE id = ?`;

const followSql = `UPDATE jobs SET follows = @leader
  WHERE id IN (SELECT value FROM json_each(@ids)) AND id <> @leader RETURNING id`;

export function leaderSelection({ db, changes }: Pick<StoreContext, 'db' | 'changes'>, events: JobEvents) {
  const firstFree = db.prepare<[string], number | null>(firstFreeSql).pluck();
  const passedOver = db.prepare<[string], PassedOver>(passedOverSql);
  const leaderOf = db.prepare<[number], number | null>('SELECT follows FROM jobs WHERE id = ?').pluck();
  const waiting = db
    .prepare<[number], number>(`SELECT id FROM jobs WHERE follows = ? AND state = 'queued' ORDER BY id`)
    .pluck();
  const unfinished = db
    .prepare<[number], number>(`SELECT id FROM jobs WHERE follows = ? AND state <> 'done' ORDER BY id`)
    .pluck();
  const setLeading = db.prepare(leadSql);
  const setFollowing = db.prepare<[{ leader: number; ids: string }], { id: number }>(followSql);

  /**
   * Makes the first of `ids` that is not held the leader. The others follow it, and so do the unfinished followers of its
   * former leader.
   */
  function promote(ids: readonly number[]): void {
    const leader = firstFree.get(JSON.stringify(ids)) ?? ids[0];
    if (leader === undefined) return;
    const before = leaderOf.get(leader) ?? null;
    setLeading.run(leader);
    const all = [...ids, ...(before === null ? [] : unfinished.all(before))];
    setFollowing.all({ leader, ids: JSON.stringify(all) });
    changes.jobs(all);
  }

  return {
    promote,
    /** Returns the job that this one follows; null if none, undefined if the job does not exist. */
    leaderOf: (id: number): number | null | undefined => leaderOf.get(id),
    /** Makes one of the waiting followers of a job lead the others. */
    promoteWaiting: (leaderId: number): void => promote(waiting.all(leaderId)),
    /** Makes a follower of a job that changes its work lead the others, preferably a waiting one. */
    promoteSuccessor(leaderId: number): void {
      const all = waiting.all(leaderId);
      promote(all.length > 0 ? all : unfinished.all(leaderId).slice(0, 1));
    },
    /** Replaces held, unpaid leaders among these jobs and those they follow, if a follower can continue. */
    promoteOverHeld(ids: readonly number[]): void {
      for (const { leader, next } of passedOver.all(JSON.stringify(ids))) {
        promote([next, leader]);
        events.addToAll([next], { kind: 'notice', text: msg('store.same.goesFirst') });
        changes.jobs([next]);
      }
    },
  };
}
