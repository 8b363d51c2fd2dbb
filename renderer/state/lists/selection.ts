/** Selecting rows with mouse and keyboard, as lists on a desktop do; of a list of which most rows are not here. Pure. */

/** A row and where it was when it was marked. */
export interface RowMark {
  readonly id: number;
  readonly place: number;
}

export interface Selection {
  /** All of the list, but for `ids`. */
  readonly isAll: boolean;
  /** Those that are selected, or where `isAll`, those that are not. */
  readonly ids: ReadonlySet<number>;
  /** Where a range begins. */
  readonly anchor: RowMark | null;
  /** The row the keyboard is on. */
  readonly lead: RowMark | null;
}

export const emptySelection: Selection = { isAll: false, ids: new Set(), anchor: null, lead: null };

export const isSelected = ({ isAll, ids }: Selection, id: number): boolean => ids.has(id) !== isAll;
/** @param count rows of the list */
export const sizeOf = ({ isAll, ids }: Selection, count: number): number =>
  isAll ? Math.max(0, count - ids.size) : ids.size;

interface Listed {
  readonly count: number;
  /** Cached rows by place. */
  readonly rows: ReadonlyMap<number, { readonly id: number }>;
}

/** Returns the id of the only selected row of a list; null if there are more or none. */
export function onlyOne({ isAll, ids }: Selection, { count, rows }: Listed): number | null {
  if (!isAll) return ids.size === 1 ? ([...ids][0] ?? null) : null;
  if (count - ids.size !== 1) return null;
  return [...rows.values()].find(({ id }) => !ids.has(id))?.id ?? null;
}

/** This row alone. */
export const selectOne = (mark: RowMark): Selection => ({
  isAll: false,
  ids: new Set([mark.id]),
  anchor: mark,
  lead: mark,
});

/** Adds a row or takes it away (Ctrl or Cmd). */
export function toggle(selection: Selection, mark: RowMark): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(mark.id)) ids.add(mark.id);
  return { isAll: selection.isAll, ids, anchor: mark, lead: mark };
}

/** The rows `between` the anchor and `lead` (Shift); with those there were, where `shouldAdd` (Ctrl as well). */
export function selectRange(
  selection: Selection,
  between: readonly number[],
  lead: RowMark,
  shouldAdd: boolean,
): Selection {
  const before = shouldAdd && !selection.isAll ? selection.ids : [];
  return { isAll: false, ids: new Set([...before, ...between, lead.id]), anchor: selection.anchor, lead };
}

/** All of the list, however long. */
export const selectAll = (selection: Selection): Selection => ({ ...selection, isAll: true, ids: new Set() });

/** Where the keyboard leads from here: `delta` rows on, held at both ends; null in an empty list. */
export function stepFrom({ lead }: Selection, delta: number, count: number): number | null {
  if (count === 0) return null;
  const from = lead?.place ?? (delta > 0 ? -1 : count);
  return Math.max(0, Math.min(count - 1, from + delta));
}

/** What is selected of the list of `query`, as main is told it. */
export const toChoice = <Query>({ isAll, ids }: Selection, query: Query) =>
  isAll ? { query, except: [...ids] } : { ids: [...ids] };
