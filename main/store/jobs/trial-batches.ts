/** Batches of which a few photographs are done first, to be looked at. The others are held, one by one, until the user goes on. */
import type { Trial } from '../../../contract/app/action-reports.ts';
import { finalStates } from '../../../contract/jobs/job.ts';
import type { StoreContext } from '../store-context.ts';
import { isSentSql } from './charge-sql.ts';
import type { JobActions } from './job-actions.ts';
import { stateList } from './job-rows.ts';

/** Reads how many photographs a batch tries first, and whether those that differ most (`spread`) or the first ones. */
export function trialTerms({ db }: StoreContext) {
  return db.prepare<[number], { count: number; spread: 0 | 1 }>(
    'SELECT trial AS count, trial_spread AS spread FROM batches WHERE id = ? AND trial IS NOT NULL',
  );
}

/** A job that a command names. */
interface NamedJob {
  readonly id: number;
  readonly batchId: number;
  readonly width: number;
  readonly height: number;
  /** It is queued, and was never sent. */
  readonly isUnsent: 0 | 1;
  readonly held: 0 | 1;
  /** Its batch has a trial. */
  readonly isInTrial: 0 | 1;
  readonly isSpread: 0 | 1;
  /** It follows no other job, and nothing is known to be wrong with its file. */
  readonly isDistinct: 0 | 1;
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
  const isNamed = 'jobs.id IN (SELECT value FROM json_each(@ids))';
  const named = db.prepare<[{ ids: string }], NamedJob>(
    `SELECT jobs.id, batch_id AS batchId, width, height, jobs.held, trial IS NOT NULL AS isInTrial, trial_spread AS isSpread,
       state = 'queued' AND NOT ${isSentSql} AS isUnsent, follows IS NULL AND error IS NULL AS isDistinct
     FROM jobs JOIN batches ON batches.id = batch_id
     WHERE ${isNamed} AND (state <> 'cancelled' OR ${isSentSql}) AND batch_id IN (
       SELECT batch_id FROM jobs JOIN batches ON batches.id = batch_id
       WHERE ${isNamed} AND (trial IS NOT NULL OR state NOT IN (${stateList(finalStates)})))
     ORDER BY batch_id, counter`,
  );
  const begun = db.prepare('UPDATE batches SET trial = ?, trial_spread = ? WHERE id = ?');
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

  const limit = db.transaction((jobIds: readonly number[], count: number): void => {
    const jobs = named.all({ ids: JSON.stringify(jobIds) });
    const unsent = jobs.filter(({ isUnsent }) => isUnsent === 1);
    const free = unsent.filter(({ held }) => held === 0);
    const heldBack = unsent.filter(({ held, isInTrial }) => held === 1 && isInTrial === 1);
    const isSpread = jobs.some((job) => job.isSpread === 1);
    const left = Math.max(0, count - (jobs.length - unsent.length));
    const first = pickFirst(free, left, isSpread);
    first.push(...pickFirst(heldBack, left - first.length, isSpread));
    const chosen = new Set(first.map(({ id }) => id));
    const rest = unsent.filter(({ id }) => !chosen.has(id));
    for (const batchId of new Set(rest.map((job) => job.batchId))) begun.run(count, isSpread ? 1 : 0, batchId);
    actions.setHeld(
      rest.map(({ id }) => id),
      true,
    );
    actions.setHeld([...chosen], false);
    for (const batchId of new Set(jobs.map((job) => job.batchId)))
      if (terms.get(batchId) !== undefined && held.all(batchId).length === 0) end(batchId);
    changes.list('batches');
  });

  return {
    /**
     * Limits a trial of these jobs to `count` in all. Those that were sent before count if their batch has unfinished ones of these jobs,
     * or a trial. The rest is held.
     */
    limit: (jobIds: readonly number[], count: number): void => limit.immediate(jobIds, count),
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

/** `count` jobs, at most: the first ones, or (`isSpread`) such as differ. */
function pickFirst(jobs: readonly NamedJob[], count: number, isSpread: boolean): NamedJob[] {
  if (!isSpread || jobs.length <= count) return jobs.slice(0, Math.max(0, count));
  const distinct = jobs.filter(({ isDistinct }) => isDistinct === 1);
  const byShape = (distinct.length < count ? jobs : distinct).toSorted(
    (a, b) => Number(a.width > a.height) - Number(b.width > b.height) || a.width * a.height - b.width * b.height,
  );
  return pickEvenly(byShape, Math.max(0, count));
}
