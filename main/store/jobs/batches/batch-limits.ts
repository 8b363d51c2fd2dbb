/** Spending limits in credits, per batch or shared by a `cap_group`. */
import { finalStates } from '../../../../contract/jobs/job.ts';
import type { StoreContext } from '../../store-context.ts';
import { stateList } from '../job-rows.ts';

const batchesOfJobsSql = 'SELECT DISTINCT batch_id FROM jobs WHERE id IN (SELECT value FROM json_each(?))';

const shareLimitSql = `UPDATE batches SET cap_group = @to WHERE id IN (SELECT value FROM json_each(@ids)) OR cap_group IN (
  SELECT cap_group FROM batches WHERE id IN (SELECT value FROM json_each(@ids)) AND cap_group IS NOT NULL)`;

const anyLimitedSql = `SELECT 1 FROM batches WHERE max_credits IS NOT NULL
  AND EXISTS (SELECT 1 FROM jobs WHERE batch_id = batches.id AND state <> 'done') LIMIT 1`;

/** Limits of unfinished jobs, newest first. */
const limitOfJobsSql = `SELECT batches.id, max_credits AS credits
  FROM jobs JOIN batches ON batches.id = batch_id AND max_credits IS NOT NULL
  WHERE jobs.id IN (SELECT value FROM json_each(?)) AND state NOT IN (${stateList(finalStates)})
  ORDER BY batches.id DESC LIMIT 1`;

export function batchLimits(
  { db, changes }: Pick<StoreContext, 'db' | 'changes'>,
  releaseIfHeldForCost: (id: number) => void,
) {
  const limit = db.prepare<[number], number | null>('SELECT max_credits FROM batches WHERE id = ?').pluck();
  const setLimit = db.prepare('UPDATE batches SET max_credits = ? WHERE id = ? AND max_credits IS NOT ?');
  const batchesOfJobs = db.prepare<[string], number>(batchesOfJobsSql).pluck();
  const shareLimit = db.prepare(shareLimitSql);
  const anyLimited = db.prepare<[], number>(anyLimitedSql).pluck();
  const limitOfJobs = db.prepare<[string], { id: number; credits: number }>(limitOfJobsSql);

  function group(ids: readonly number[]): void {
    if (ids.length > 1) shareLimit.run({ ids: JSON.stringify(ids), to: Math.min(...ids) });
  }
  const capOf = (id: number): number | null => limit.get(id) ?? null;
  function setCap(id: number, credits: number | null): void {
    setLimit.run(credits, id, credits);
    releaseIfHeldForCost(id);
    changes.list('batches');
  }

  return {
    /** Returns null if there is no limit. */
    capOf,
    /** Sets the approved limit (null = none), and releases a batch that waits for it. */
    setCap,
    /** Sets a common limit. */
    setCapOf(jobIds: readonly number[], credits: number): void {
      const ids = batchesOfJobs.all(JSON.stringify(jobIds));
      group(ids);
      for (const id of ids) setCap(id, credits);
    },
    /** Whether a limited batch has unfinished jobs. */
    hasCapped: (): boolean => anyLimited.get() !== undefined,
    /** Extends the limit of these unfinished jobs to `newId`, unless it has one. Returns the limit, or null. */
    extendCap(jobIds: readonly number[], newId: number | null): number | null {
      const found = limitOfJobs.get(JSON.stringify(jobIds));
      if (found === undefined) return null;
      if (newId !== null && capOf(newId) === null) {
        setLimit.run(found.credits, newId, found.credits);
        group([found.id, newId]);
        changes.list('batches');
      }
      return found.credits;
    },
  };
}
