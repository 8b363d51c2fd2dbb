/** Selecting a row of a list, of which the rows of a range may have to be read first. */
import type { List } from './pagedList.ts';
import { type RowMark, type Selection, selectOne, selectRange, toggle } from './selection.ts';

interface Keys {
  /** Shift: all rows from the anchor to this one. */
  readonly extends: boolean;
  /** Ctrl or Cmd: what is selected stays so. */
  readonly adds: boolean;
}

/** The selection after a row was clicked or stepped to. */
export async function selectIn<Query, Row extends { readonly id: number }>(
  list: Pick<List<Query, Row>, 'placeOf' | 'idsBetween'>,
  selection: Selection,
  mark: RowMark,
  keys: Keys,
): Promise<Selection> {
  const { anchor } = selection;
  if (!keys.extends || anchor === null) return keys.adds ? toggle(selection, mark) : selectOne(mark);
  // The list may have become another one since the anchor was set.
  const start = (await list.placeOf(anchor.id)) ?? mark.place;
  return selectRange(selection, await list.idsBetween(start, mark.place), mark, keys.adds);
}
