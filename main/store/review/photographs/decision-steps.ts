/** Decisions as steps that can be taken back: only what a step changed, and only where it is still as the step left it. */

/** What a step changed about one row, and to what. */
export interface DecisionStep<D> {
  readonly id: number;
  readonly from: Partial<D>;
  readonly to: Partial<D>;
}

const picked = <D extends object>(row: D, names: readonly (keyof D)[]): Partial<D> =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Partial<D>;

/** The step from a row to what is decided about it; null where it is decided so already. */
export function decisionStep<D extends object>(
  row: D & { readonly id: number },
  change: Partial<D>,
): DecisionStep<D> | null {
  const names = (Object.keys(change) as (keyof D)[]).filter((name) => change[name] !== row[name]);
  return names.length === 0 ? null : { id: row.id, from: picked<D>(row, names), to: picked<D>(change as D, names) };
}

/** The step that takes another back, as far as nothing newer stands in its place; null where all of it is newer. */
export function reverseStep<D extends object>(
  row: D & { readonly id: number },
  { from, to }: DecisionStep<D>,
): DecisionStep<D> | null {
  const names = (Object.keys(to) as (keyof D)[]).filter((name) => to[name] === row[name]);
  return names.length === 0 ? null : { id: row.id, from: picked<D>(to as D, names), to: picked<D>(from as D, names) };
}
