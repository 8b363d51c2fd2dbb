/** Stacks of near-identical photographs, and the proposed best one of each. */
import type { StoreContext } from '../../store-context.ts';

export interface StackRow {
  readonly id: number;
  /** Id of the photograph that was taken first. */
  readonly stackId: number;
  /** From 0, in the order they were taken. */
  readonly place: number;
  readonly size: number;
  readonly best: boolean;
}

export interface FoundStack {
  /** In the order they were taken. */
  readonly ids: readonly number[];
  /** The proposed one, or null. */
  readonly best: number | null;
}

export type Stacks = ReturnType<typeof stacks>;

type Row = Omit<StackRow, 'best'> & { best: number };

const columns = 'photograph_id AS id, stack_id AS stackId, place, size, best';
const byPhotographs = `SELECT ${columns} FROM stacks WHERE photograph_id IN (SELECT value FROM json_each(?))`;
const byStack = `SELECT ${columns} FROM stacks WHERE stack_id = ? ORDER BY place`;
const membersOfStacks = `SELECT photograph_id FROM stacks
  WHERE stack_id IN (SELECT stack_id FROM stacks WHERE photograph_id IN (SELECT value FROM json_each(?)))`;
const saveRow = `INSERT OR REPLACE INTO stacks (photograph_id, stack_id, place, size, best, judged)
  VALUES (@id, @stackId, @place, @size, @best,
    EXISTS (SELECT 1 FROM measures WHERE photograph_id = @id AND judged_at IS NOT NULL))`;
const deleteRow = 'DELETE FROM stacks WHERE photograph_id = ?';
const markJudged = 'UPDATE stacks SET judged = 1 WHERE photograph_id = ?';

export function stacks({ db, changes }: Pick<StoreContext, 'db' | 'changes'>) {
  const selectByPhotographs = db.prepare<[string], Row>(byPhotographs);
  const selectStack = db.prepare<[number], Row>(byStack);
  const selectMembers = db.prepare<[string], number>(membersOfStacks).pluck();
  const save = db.prepare(saveRow);
  const remove = db.prepare(deleteRow);
  const markRated = db.prepare(markJudged);

  /**
   * Replaces stacks in the caller's transaction.
   * @param ids all members of the stacks with any of them
   */
  function replace(ids: readonly number[], found: readonly FoundStack[]): void {
    const before = new Map(selectByPhotographs.all(JSON.stringify(ids)).map((row) => [row.id, row]));
    const changedIds = new Set<number>();
    for (const row of found.flatMap(toRows)) {
      const known = before.get(row.id);
      before.delete(row.id);
      if (known && (Object.keys(row) as (keyof Row)[]).every((name) => known[name] === row[name])) continue;
      save.run(row);
      changedIds.add(row.id);
    }
    for (const id of before.keys()) {
      remove.run(id);
      changedIds.add(id);
    }
    if (changedIds.size > 0) changes.photographs(changedIds);
  }

  return {
    /** Returns the members of all stacks with any of these. */
    members: (ids: readonly number[]): number[] => selectMembers.all(JSON.stringify(ids)),
    /** Empty if there is no such stack. */
    of: (stackId: number): StackRow[] => selectStack.all(stackId).map((row) => ({ ...row, best: row.best === 1 })),
    replace,
    /** Runs in the caller's transaction. Also removes stacks of one. */
    removePhotographs(ids: readonly number[]): void {
      const removedIds = new Set(ids);
      const stackIds = new Set(selectByPhotographs.all(JSON.stringify(ids)).map(({ stackId }) => stackId));
      for (const stackId of stackIds) {
        const rows = selectStack.all(stackId);
        const remaining = rows.filter((row) => !removedIds.has(row.id));
        const best = remaining.find((row) => row.best === 1)?.id ?? null;
        replace(
          rows.map((row) => row.id),
          remaining.length > 1 ? [{ ids: remaining.map((row) => row.id), best }] : [],
        );
      }
    },
    /** Marks a photograph as rated, also if it cannot be. */
    markRated: (id: number): void => void markRated.run(id),
  };
}

const toRows = ({ ids, best }: FoundStack): Row[] =>
  ids.map((id, place) => ({ id, stackId: ids[0]!, place, size: ids.length, best: Number(id === best) }));
