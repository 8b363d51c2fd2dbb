/** Selects photographs on the light table that a sheet is about. */

import { closePanes } from '../../state/review/panesStore.ts';
import { photographList } from '../../state/review/photographList.ts';
import { closeLoupe, setPhotographs } from '../../state/review/reviewUi.ts';

/** Shows the grid with these selected, at the first of them. */
export async function selectPhotographs(ids: readonly number[]): Promise<void> {
  closePanes();
  closeLoupe();
  const [first] = ids;
  const place = first === undefined ? null : await photographList.placeOf(first);
  const mark = first === undefined || place === null ? null : { id: first, place };
  setPhotographs({ isAll: false, ids: new Set(ids), anchor: mark, lead: mark });
}
