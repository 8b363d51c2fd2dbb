/** Stacks of near-identical photographs, as they were found: who is in which, and which one is proposed as the best. */
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

/** A stack that was found: ids in the order they were taken. */
export interface FoundStack {
  readonly ids: readonly number[];
  /** The one that is proposed; null: none. */
  readonly best: number | null;
}

export type Stacks = ReturnType<typeof stacks>;

export function stacks({ db, changes }: Pick<StoreContext, 'db' | 'changes'>) {
  const columns = 'photograph_id AS id, stack_id AS stackId, place, size, best';
  type Row = Omit<StackRow, 'best'> & { best: number };
  const some = db.prepare<[string], Row>(
    `SELECT ${columns} FROM stacks WHERE photograph_id IN (SELECT value FROM json_each(?))`,
  );
  const members = db
    .prepare<[string], number>(
      `SELECT photograph_id FROM stacks
       WHERE stack_id IN (SELECT stack_id FROM stacks WHERE photograph_id IN (SELECT value FROM json_each(?)))`,
    )
    .pluck();
  const ofOne = db.prepare<[number], Row>(`SELECT ${columns} FROM stacks WHERE stack_id = ? ORDER BY place`);
  const put = db.prepare(
    `INSERT OR REPLACE INTO stacks (photograph_id, stack_id, place, size, best, judged)
     VALUES (@id, @stackId, @place, @size, @best,
       EXISTS (SELECT 1 FROM measures WHERE photograph_id = @id AND judged_at IS NOT NULL))`,
  );
  const remove = db.prepare('DELETE FROM stacks WHERE photograph_id = ?');
  const judged = db.prepare('UPDATE stacks SET judged = 1 WHERE photograph_id = ?');

  return {
    /** The stacks that any of these photographs is in, whole: ids of all in them. */
    members: (ids: readonly number[]): number[] => members.all(JSON.stringify(ids)),
    /** A stack by the id of its first photograph, in order; empty where there is none. */
    of: (stackId: number): StackRow[] => ofOne.all(stackId).map((row) => ({ ...row, best: row.best === 1 })),
    /**
     * Makes the stacks among `ids` what was found, and tells of those that changed. In the caller's transaction.
     * @param ids with every photograph of each stack that one of them is in
     */
    replace(ids: readonly number[], found: readonly FoundStack[]): void {
      const before = new Map(some.all(JSON.stringify(ids)).map((row) => [row.id, row]));
      const changed = new Set<number>();
      for (const stack of found) {
        for (const [place, id] of stack.ids.entries()) {
          const row: Row = {
            id,
            stackId: stack.ids[0]!,
            place,
            size: stack.ids.length,
            best: Number(id === stack.best),
          };
          const was = before.get(id);
          before.delete(id);
          if (was && (Object.keys(row) as (keyof Row)[]).every((name) => was[name] === row[name])) continue;
          put.run(row);
          changed.add(id);
        }
      }
      for (const id of before.keys()) {
        remove.run(id);
        changed.add(id);
      }
      if (changed.size > 0) changes.photographs(changed);
    },
    /** Takes photographs out of their stacks; a stack of one is none. In the caller's transaction. */
    removePhotographs(ids: readonly number[]): void {
      const removed = new Set(ids);
      const left = new Set(some.all(JSON.stringify(ids)).map(({ stackId }) => stackId));
      for (const id of left) {
        const rows = ofOne.all(id);
        const stay = rows.filter((row) => !removed.has(row.id));
        const best = stay.find((row) => row.best === 1)?.id ?? null;
        this.replace(
          rows.map((row) => row.id),
          stay.length > 1 ? [{ ids: stay.map((row) => row.id), best }] : [],
        );
      }
    },
    /** This photograph needs no judgement any more: it has one, or can have none. */
    setJudged: (id: number): void => void judged.run(id),
  };
}
