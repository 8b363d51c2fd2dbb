/** Selecting rows with mouse and keyboard, as lists on a desktop do. Pure. */

export interface Selection {
  readonly ids: ReadonlySet<number>;
  /** Where a range begins. */
  readonly anchor: number | null;
  /** The row the keyboard is on. */
  readonly lead: number | null;
}

export const emptySelection: Selection = { ids: new Set(), anchor: null, lead: null };

export interface Keys {
  /** Ctrl or Cmd: adds or takes away one row. */
  readonly toggle: boolean;
  /** Shift: takes everything between the anchor and the row. */
  readonly range: boolean;
}

/** The selection after a click on `id` in a list of `order`. */
export function clicked(selection: Selection, order: readonly number[], id: number, keys: Keys): Selection {
  if (keys.range && selection.anchor !== null) {
    const between = range(order, selection.anchor, id);
    const ids = new Set(keys.toggle ? [...selection.ids, ...between] : between);
    return { ids, anchor: selection.anchor, lead: id };
  }
  if (keys.toggle) {
    const ids = new Set(selection.ids);
    if (!ids.delete(id)) ids.add(id);
    return { ids, anchor: id, lead: id };
  }
  return { ids: new Set([id]), anchor: id, lead: id };
}

/** The selection after moving by `delta` rows; stops at both ends; `extend` is Shift. */
export function moved(selection: Selection, order: readonly number[], delta: number, extend: boolean): Selection {
  if (order.length === 0) return selection;
  const from = selection.lead === null ? -1 : order.indexOf(selection.lead);
  const start = from < 0 ? (delta > 0 ? -1 : order.length) : from;
  const to = order[Math.max(0, Math.min(order.length - 1, start + delta))];
  return to === undefined ? selection : clicked(selection, order, to, { toggle: false, range: extend });
}

export function allOf(order: readonly number[], selection: Selection): Selection {
  return { ids: new Set(order), anchor: order[0] ?? null, lead: selection.lead ?? order[0] ?? null };
}

/** Without what is no longer there; the same object when nothing is missing. */
export function pruned(selection: Selection, exists: (id: number) => boolean): Selection {
  const keep = (id: number | null) => (id !== null && exists(id) ? id : null);
  const gone = [...selection.ids].some((id) => !exists(id));
  if (!gone && keep(selection.anchor) === selection.anchor && keep(selection.lead) === selection.lead) return selection;
  return {
    ids: new Set([...selection.ids].filter(exists)),
    anchor: keep(selection.anchor),
    lead: keep(selection.lead),
  };
}

function range(order: readonly number[], from: number, to: number): readonly number[] {
  const [first, last] = [order.indexOf(from), order.indexOf(to)].sort((a, b) => a - b) as [number, number];
  return first < 0 ? [to] : order.slice(first, last + 1);
}
