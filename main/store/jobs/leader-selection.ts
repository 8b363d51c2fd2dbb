/** Which of several jobs with the same content goes first: none that is held, while another one may go on. */
import type { Database } from 'better-sqlite3';
import { isPaid } from './charge-sql.ts';

/** SQL, of a row of `jobs` (or another name for it): held, by itself or with its batch. */
export const isHeld = (job: string): string =>
  `(${job}.held = 1 OR ${job}.batch_id IN (SELECT id FROM batches WHERE held = 1))`;

/** The same: held with its batch, on account of what that may cost. */
export const isHeldForCost = (job: string): string =>
  `(${job}.held = 0 AND ${job}.batch_id IN (SELECT id FROM batches WHERE held_for_cost = 1))`;

/** The same: held until somebody has looked at the first ones of its batch. */
export const isHeldForTrial = (job: string): string =>
  `(${job}.held = 1 AND ${job}.batch_id IN (SELECT id FROM batches WHERE trial IS NOT NULL))`;

/** A job that is held although others follow it, and the one to go in its place. */
interface PassedOver {
  readonly leader: number;
  readonly next: number;
}

export function leaderSelection(db: Database) {
  const free = db
    .prepare<[string], number | null>(
      `SELECT min(id) FROM jobs WHERE id IN (SELECT value FROM json_each(?)) AND NOT ${isHeld('jobs')}`,
    )
    .pluck();
  // What is paid, or on its way, is waited for.
  const passedOver = db.prepare<[string], PassedOver>(
    `SELECT leader.id AS leader, (
       SELECT min(next.id) FROM jobs AS next
       WHERE next.follows = leader.id AND next.state = 'queued' AND NOT ${isHeld('next')}) AS next
     FROM jobs AS leader
     WHERE leader.id IN (SELECT coalesce(follows, id) FROM jobs WHERE id IN (SELECT value FROM json_each(?)))
       AND leader.state = 'queued' AND ${isHeld('leader')} AND NOT ${isPaid('leader')} AND next IS NOT NULL`,
  );

  return {
    /** Of these the first that is not held, or else the first; undefined where there is none. */
    of: (ids: readonly number[]): number | undefined => free.get(JSON.stringify(ids)) ?? ids[0],
    /** Of these jobs, and those they follow, the ones that another one should go before. */
    passedOver: (ids: readonly number[]): PassedOver[] => passedOver.all(JSON.stringify(ids)),
  };
}
