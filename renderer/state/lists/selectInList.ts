import type { PagedList } from './pagedList.ts';
import { type RowMark, type Selection, selectOne, selectRange, toggle } from './selection.ts';

interface Keys {
  /** Shift: selects the rows from the anchor. */
  readonly extends: boolean;
  /** Ctrl or Cmd: keeps the selection. */
  readonly adds: boolean;
}

/** Returns the selection after a click or an arrow key. */
export async function selectIn<Query, Row extends { readonly id: number }>(
  list: Pick<PagedList<Query, Row>, 'placeOf' | 'idsBetween'>,
  selection: Selection,
  mark: RowMark,
  keys: Keys,
): Promise<Selection> {
  const { anchor } = selection;
  if (!keys.extends || anchor === null) return keys.adds ? toggle(selection, mark) : selectOne(mark);
  // The list may have changed since the anchor was set.
  const start = (await list.placeOf(anchor.id)) ?? mark.place;
  return selectRange(selection, await list.idsBetween(start, mark.place), mark, keys.adds);
}
