/** Selections in lists whose rows may not be loaded. Pure. */

/** A row and its place in the list at that time. */
export interface RowMark {
  readonly id: number;
  readonly place: number;
}

export interface Selection {
  /** All rows except `ids` are selected. */
  readonly isAll: boolean;
  readonly ids: ReadonlySet<number>;
  /** The start of a range. */
  readonly anchor: RowMark | null;
  /** The active row. */
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

export function onlyOne({ isAll, ids }: Selection, { count, rows }: Listed): number | null {
  if (!isAll) return ids.size === 1 ? ([...ids][0] ?? null) : null;
  if (count - ids.size !== 1) return null;
  return [...rows.values()].find(({ id }) => !ids.has(id))?.id ?? null;
}

export const selectOne = (mark: RowMark): Selection => ({
  isAll: false,
  ids: new Set([mark.id]),
  anchor: mark,
  lead: mark,
});

/** Adds or removes a row (Ctrl or Cmd). */
export function toggle(selection: Selection, mark: RowMark): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(mark.id)) ids.add(mark.id);
  return { isAll: selection.isAll, ids, anchor: mark, lead: mark };
}

/** Selects a range (Shift), or adds it (Ctrl as well). */
export function selectRange(
  selection: Selection,
  between: readonly number[],
  lead: RowMark,
  shouldAdd: boolean,
): Selection {
  const before = shouldAdd && !selection.isAll ? selection.ids : [];
  return { isAll: false, ids: new Set([...before, ...between, lead.id]), anchor: selection.anchor, lead };
}

export const selectAll = (selection: Selection): Selection => ({ ...selection, isAll: true, ids: new Set() });

/** Returns null if the list is empty. */
export function stepFrom({ lead }: Selection, delta: number, count: number): number | null {
  if (count === 0) return null;
  const from = lead?.place ?? (delta > 0 ? -1 : count);
  return Math.max(0, Math.min(count - 1, from + delta));
}

/** Returns the selection for a request. */
export const toChoice = <Query>({ isAll, ids }: Selection, query: Query) =>
  isAll ? { query, except: [...ids] } : { ids: [...ids] };
