/** Undoable changes of rows. Undo skips values that changed since. */
import type { Database } from 'better-sqlite3';

export interface DecisionStep<D> {
  readonly id: number;
  readonly from: Partial<D>;
  readonly to: Partial<D>;
}

const pick = <D extends object>(row: D, names: readonly (keyof D)[]): Partial<D> =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Partial<D>;

/** Returns null if nothing changes. */
export function decisionStep<D extends object>(
  row: D & { readonly id: number },
  change: Partial<D>,
): DecisionStep<D> | null {
  const names = (Object.keys(change) as (keyof D)[]).filter((name) => change[name] !== row[name]);
  return names.length === 0 ? null : { id: row.id, from: pick<D>(row, names), to: pick<D>(change as D, names) };
}

/** Returns the step that undoes another; null if all values changed since. */
export function reverseStep<D extends object>(
  row: D & { readonly id: number },
  { from, to }: DecisionStep<D>,
): DecisionStep<D> | null {
  const names = (Object.keys(to) as (keyof D)[]).filter((name) => to[name] === row[name]);
  return names.length === 0 ? null : { id: row.id, from: pick<D>(to as D, names), to: pick<D>(from as D, names) };
}

interface DecisionTable<Row, D> {
  readonly select: (ids: readonly number[]) => Row[];
  readonly save: (row: Row, step: DecisionStep<D>) => void;
  /** Called after the transaction, even if nothing changed. */
  readonly onChanged: (rows: readonly Row[]) => void;
}

/** Creates functions that change rows in one transaction. */
export function createDecisionWriter<D extends object, Row extends D & { readonly id: number }>(
  db: Database,
  { select, save, onChanged }: DecisionTable<Row, D>,
) {
  type Step = DecisionStep<D>;
  const saveAll = db.transaction((ids: readonly number[], stepOf: (row: Row) => Step | null) =>
    select(ids).flatMap((row) => {
      const step = stepOf(row);
      if (step === null) return [];
      save(row, step);
      return [{ row, step }];
    }),
  );
  const write = (ids: readonly number[], stepOf: (row: Row) => Step | null): Step[] => {
    const saved = saveAll.immediate(ids, stepOf);
    onChanged(saved.map(({ row }) => row));
    return saved.map(({ step }) => step);
  };
  return {
    change: (ids: readonly number[], changeOf: (row: Row) => Partial<D>): Step[] =>
      write(ids, (row) => decisionStep<D>(row, changeOf(row))),
    /** Undoes steps. Returns the steps that redo them. */
    restore(steps: readonly Step[]): Step[] {
      const stepById = new Map(steps.map((step) => [step.id, step]));
      return write([...stepById.keys()], (row) => reverseStep<D>(row, stepById.get(row.id)!));
    },
  };
}
