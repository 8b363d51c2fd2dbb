/** Chooses leaders. A held job leads only if no other can continue. */
import { msg } from '../../../../contract/messages/message.ts';
import type { StoreContext } from '../../store-context.ts';
import { isPaid } from '../charge-sql.ts';
import { isHeld } from '../hold-sql.ts';
import type { JobEvents } from '../job-events.ts';

interface PassedOver {
  readonly leader: number;
  readonly next: number;
}

const firstFreeSql = `SELECT min(id) FROM jobs WHERE id IN (SELECT value FROM json_each(?)) AND NOT ${isHeld('jobs')}`;

/** Paid or running leaders stay. */
const passedOverSql = `SELECT leader.id AS leader, (
    SELECT min(next.id) FROM jobs AS next
    WHERE next.follows = leader.id AND next.state = 'queued' AND NOT ${isHeld('next')}) AS next
  FROM jobs AS leader
  WHERE leader.id IN (SELECT coalesce(follows, id) FROM jobs WHERE id IN (SELECT value FROM json_each(?)))
    AND leader.state = 'queued' AND ${isHeld('leader')} AND NOT ${isPaid('leader')} AND next IS NOT NULL`;

const leadSql = `UPDATE jobs SET follows = NULL, step = 0,
    operation = json_extract(recipe, '$.steps[0].operation')
  WHERE id = ?`;

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

  /** The first free job leads. The others and the unfinished followers of its leader follow. */
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
    /** Returns null if there is no leader, undefined if the job is missing. */
    leaderOf: (id: number): number | null | undefined => leaderOf.get(id),
    promoteWaiting: (leaderId: number): void => promote(waiting.all(leaderId)),
    /** Replaces a leader that changes its work, preferably by a waiting follower. */
    promoteSuccessor(leaderId: number): void {
      const all = waiting.all(leaderId);
      promote(all.length > 0 ? all : unfinished.all(leaderId).slice(0, 1));
    },
    /** Replaces held, unpaid leaders of these jobs. */
    promoteOverHeld(ids: readonly number[]): void {
      for (const { leader, next } of passedOver.all(JSON.stringify(ids))) {
        promote([next, leader]);
        events.addToAll([next], { kind: 'notice', text: msg('store.same.goesFirst') });
        changes.jobs([next]);
      }
    },
  };
}
