/** Trials: a batch processes some photographs and holds the others until the user has seen the results. */
import type { Trial } from '../../../../contract/app/action-reports.ts';
import { finalStates } from '../../../../contract/jobs/job.ts';
import { trialCount } from '../../../../contract/recipes/recipe.ts';
import type { StoreContext } from '../../store-context.ts';
import type { JobActions } from '../actions/job-actions.ts';
import { isSentSql } from '../charge-sql.ts';
import { isMirroredSql } from '../job-ownership.ts';
import { stateList } from '../job-rows.ts';

/** `spread`: the trial has the most different photographs, not the first ones. */
export function trialTerms({ db }: Pick<StoreContext, 'db'>) {
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
  readonly isUnsent: 0 | 1;
  readonly held: 0 | 1;
  readonly isInTrial: 0 | 1;
  readonly isSpread: 0 | 1;
  /** Neither a follower nor known to have a bad file. */
  readonly isDistinct: 0 | 1;
}

const openStates = `'queued', 'preparing', 'submitting', 'waiting', 'fetching', 'placing'`;

const heldSql = `SELECT id FROM jobs WHERE batch_id = ? AND state = 'queued' AND held = 1 ORDER BY counter`;

/** A trial holds the others one by one. */
const firstSql = `SELECT id FROM jobs WHERE batch_id = ? AND state = 'queued' AND held = 0 ORDER BY counter LIMIT ?`;

const unsentSql = `SELECT id FROM jobs WHERE batch_id = ? AND state = 'queued' AND NOT ${isSentSql} ORDER BY counter`;

/** Sorted by orientation, size and time, so that different photographs are far apart. */
const heldByShapeSql = `SELECT id FROM jobs
  WHERE batch_id = ? AND state = 'queued' AND held = 1 AND follows IS NULL AND error IS NULL
  ORDER BY width > height, width * height, counter`;

const isNamed = 'jobs.id IN (SELECT value FROM json_each(@ids))';
const namedSql = `SELECT jobs.id, batch_id AS batchId, width, height, jobs.held, trial IS NOT NULL AS isInTrial,
    trial_spread AS isSpread, state = 'queued' AND NOT ${isSentSql} AS isUnsent,
    follows IS NULL AND error IS NULL AS isDistinct
  FROM jobs JOIN batches ON batches.id = batch_id
  WHERE ${isNamed} AND (state <> 'cancelled' OR ${isSentSql}) AND batch_id IN (
    SELECT batch_id FROM jobs JOIN batches ON batches.id = batch_id
    WHERE ${isNamed} AND (trial IS NOT NULL OR state NOT IN (${stateList(finalStates)})))
  ORDER BY batch_id, counter`;

const countsSql = `SELECT coalesce(sum(state NOT IN (${openStates})), 0) AS done,
    coalesce(sum(NOT (state = 'queued' AND held = 1) AND state IN (${openStates})), 0) AS open,
    coalesce(sum(state = 'queued' AND held = 1), 0) AS left
  FROM jobs WHERE batch_id = ? AND removed_at IS NULL`;

/** The photographs that other stations may take wait for the approval of the batch. */
const isForStudioSql = `SELECT 1 FROM batches WHERE id = ? AND held = 1
  AND EXISTS (SELECT 1 FROM jobs WHERE batch_id = batches.id AND ${isMirroredSql('jobs')})`;

const batchesOfJobsSql = `SELECT DISTINCT batch_id FROM jobs JOIN batches ON batches.id = batch_id AND trial IS NOT NULL
  WHERE jobs.id IN (SELECT value FROM json_each(?))`;

export function trials(context: StoreContext, actions: JobActions) {
  const { db, changes } = context;
  const terms = trialTerms(context);
  const held = db.prepare<[number], number>(heldSql).pluck();
  const heldByShape = db.prepare<[number], number>(heldByShapeSql).pluck();
  const first = db.prepare<[number, number], number>(firstSql).pluck();
  const unsent = db.prepare<[number], number>(unsentSql).pluck();
  const counts = db.prepare<[number], Omit<Trial, 'count'>>(countsSql);
  const awaitsApproval = db.prepare<[number], number>(isForStudioSql).pluck();
  const open = db.prepare<[], number>('SELECT id FROM batches WHERE trial IS NOT NULL').pluck();
  const clearTrial = db.prepare('UPDATE batches SET trial = NULL WHERE id = ?');
  const batchesOfJobs = db.prepare<[string], number>(batchesOfJobsSql).pluck();

  const rest = (batchId: number): number[] => held.all(batchId);
  function end(batchId: number): void {
    clearTrial.run(batchId);
    actions.setHeld(rest(batchId), false);
    changes.list('batches');
  }
  const endIfComplete = (batchId: number) => {
    if (terms.get(batchId) !== undefined && rest(batchId).length === 0) end(batchId);
  };
  const limit = prepareLimit(context, actions, endIfComplete);

  return {
    /**
     * Limits a trial of these jobs to `count`. Sent ones count if their batch has a trial or unfinished jobs of
     * these.
     */
    limit: (jobIds: readonly number[], count: number): void => limit.immediate(jobIds, count),
    /** Returns null if the batch has no trial. */
    get(batchId: number): Trial | null {
      const trial = terms.get(batchId);
      return trial === undefined ? null : { count: trial.count, ...(counts.get(batchId) as Omit<Trial, 'count'>) };
    },
    /**
     * Releases the photographs of the trial once all are added, and the batch is approved. Ends trials that cover the
     * batch. Releases no more if called again.
     */
    choose(batchId: number): void {
      const trial = terms.get(batchId);
      if (trial === undefined || awaitsApproval.get(batchId) !== undefined) return;
      const { done, open: released } = counts.get(batchId) as Omit<Trial, 'count'>;
      const needed = Math.max(0, trial.count - done - released);
      const all = rest(batchId);
      const distinct = trial.spread === 1 ? heldByShape.all(batchId) : [];
      if (all.length <= needed) end(batchId);
      else if (distinct.length >= needed && needed > 0) actions.setHeld(pickEvenly(distinct, needed), false);
      else if (needed > 0) actions.setHeld(trial.spread === 1 ? pickEvenly(all, needed) : all.slice(0, needed), false);
    },
    /** Returns the jobs held until the user has seen the trial. */
    rest,
    /** Returns queued jobs of the trial or, without a trial, as many first ones. */
    first: (batchId: number): number[] => first.all(batchId, terms.get(batchId)?.count ?? trialCount),
    unsent: (batchId: number): number[] => unsent.all(batchId),
    end,
    waiting: (): number[] => open.all(),
    /** Releases only these jobs, and only in `batchIds`. */
    release(jobIds: readonly number[], batchIds: readonly number[]): void {
      const batches = batchesOfJobs.all(JSON.stringify(jobIds)).filter((id) => batchIds.includes(id));
      for (const batchId of batches) {
        const named = new Set(jobIds);
        const heldJobs = rest(batchId);
        actions.setHeld(
          heldJobs.filter((id) => named.has(id)),
          false,
        );
        if (heldJobs.every((id) => named.has(id))) end(batchId);
      }
    },
  };
}

function prepareLimit({ db, changes }: StoreContext, actions: JobActions, endIfComplete: (batchId: number) => void) {
  const named = db.prepare<[{ ids: string }], NamedJob>(namedSql);
  const setTrial = db.prepare('UPDATE batches SET trial = ?, trial_spread = ? WHERE id = ?');
  return db.transaction((jobIds: readonly number[], count: number): void => {
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
    for (const batchId of new Set(rest.map((job) => job.batchId))) setTrial.run(count, isSpread ? 1 : 0, batchId);
    actions.setHeld(
      rest.map(({ id }) => id),
      true,
    );
    actions.setHeld([...chosen], false);
    for (const batchId of new Set(jobs.map((job) => job.batchId))) endIfComplete(batchId);
    changes.list('batches');
  });
}

/** Picks `count` items at even distances. */
export function pickEvenly<T>(all: readonly T[], count: number): T[] {
  return Array.from({ length: count }, (_, index) => all[Math.floor(((index + 0.5) * all.length) / count)]!);
}

/** The first jobs or, if `isSpread`, the most different ones. */
function pickFirst(jobs: readonly NamedJob[], count: number, isSpread: boolean): NamedJob[] {
  if (!isSpread || jobs.length <= count) return jobs.slice(0, Math.max(0, count));
  const distinct = jobs.filter(({ isDistinct }) => isDistinct === 1);
  const byShape = (distinct.length < count ? jobs : distinct).toSorted(
    (a, b) => Number(a.width > a.height) - Number(b.width > b.height) || a.width * a.height - b.width * b.height,
  );
  return pickEvenly(byShape, Math.max(0, count));
}
