/** Batches of which a few photographs are done first, to be looked at. The others are held, one by one, until the user goes on. */
import type { Trial } from '../../../contract/action-reports.ts';
import type { StoreContext } from '../store-context.ts';
import type { JobActions } from './job-actions.ts';

/** Reads how many photographs a batch tries first, and whether those that differ most (`spread`) or the first ones. */
export function trialTerms({ db }: StoreContext) {
  return db.prepare<[number], { count: number; spread: 0 | 1 }>(
    'SELECT trial AS count, trial_spread AS spread FROM batches WHERE id = ? AND trial IS NOT NULL',
  );
}

export function trials(context: StoreContext, actions: JobActions) {
  const { db, changes } = context;
  const terms = trialTerms(context);
  // Those that differ most are far from each other in this order: upright and across, small and large, early and late.
  const waiting = db
    .prepare<[number], number>(
      `SELECT id FROM jobs WHERE batch_id = ? AND state = 'queued' AND held = 1 AND follows IS NULL AND error IS NULL
       ORDER BY width > height, width * height, counter`,
    )
    .pluck();
  const held = db
    .prepare<[number], number>(
      `SELECT id FROM jobs WHERE batch_id = ? AND state = 'queued' AND held = 1 ORDER BY counter`,
    )
    .pluck();
  const counts = db.prepare<[number], Omit<Trial, 'count'>>(
    `SELECT coalesce(sum(state NOT IN ('queued', 'preparing', 'submitting', 'waiting', 'fetching', 'placing')), 0) AS done,
       coalesce(sum(NOT (state = 'queued' AND held = 1)
         AND state IN ('queued', 'preparing', 'submitting', 'waiting', 'fetching', 'placing')), 0) AS open,
       coalesce(sum(state = 'queued' AND held = 1), 0) AS left
     FROM jobs WHERE batch_id = ? AND removed_at IS NULL`,
  );
  const open = db.prepare<[], number>('SELECT id FROM batches WHERE trial IS NOT NULL').pluck();
  const ended = db.prepare('UPDATE batches SET trial = NULL WHERE id = ?');
  const batchesOf = db
    .prepare<[string], number>(
      `SELECT DISTINCT batch_id FROM jobs JOIN batches ON batches.id = batch_id AND trial IS NOT NULL
       WHERE jobs.id IN (SELECT value FROM json_each(?))`,
    )
    .pluck();

  function end(batchId: number): void {
    ended.run(batchId);
    actions.setHeld(held.all(batchId), false);
    changes.list('batches');
  }

  return {
    /** How a trial stands; null where the batch is none. */
    get(batchId: number): Trial | null {
      const trial = terms.get(batchId);
      return trial === undefined ? null : { count: trial.count, ...(counts.get(batchId) as Omit<Trial, 'count'>) };
    },
    /** Once all photographs are here: chooses such as differ, where that is wanted; a batch that is no larger than its trial is none. */
    choose(batchId: number): void {
      const trial = terms.get(batchId);
      if (trial === undefined) return;
      const all = held.all(batchId);
      if (all.length <= (trial.spread === 1 ? trial.count : 0)) {
        end(batchId);
      } else if (trial.spread === 1) {
        // Of those with the same content, the first one.
        const distinct = waiting.all(batchId);
        actions.setHeld(pickEvenly(distinct.length < trial.count ? all : distinct, trial.count), false);
      }
    },
    /** The photographs that wait for a look at the others. */
    rest: (batchId: number): number[] => held.all(batchId),
    /** Goes on with the rest. */
    end,
    /** Batches that wait for a look. */
    waiting: (): number[] => open.all(),
    /** Goes on with these jobs, of those of `batchIds`, and with none that was not named. */
    release(jobIds: readonly number[], batchIds: readonly number[]): void {
      const batches = batchesOf.all(JSON.stringify(jobIds)).filter((id) => batchIds.includes(id));
      for (const batchId of batches) {
        const named = new Set(jobIds);
        const rest = held.all(batchId);
        actions.setHeld(
          rest.filter((id) => named.has(id)),
          false,
        );
        if (rest.every((id) => named.has(id))) end(batchId);
      }
    },
  };
}

/** So many of a list, as far from each other as can be. */
export function pickEvenly<T>(all: readonly T[], count: number): T[] {
  return Array.from({ length: count }, (_, index) => all[Math.floor(((index + 0.5) * all.length) / count)]!);
}
