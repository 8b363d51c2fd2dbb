import { closePanes } from '../../state/review/panesStore.ts';
import { photographList } from '../../state/review/photographList.ts';
import { closeLoupe, setPhotographs } from '../../state/review/reviewUi.ts';

/** Selects photographs of a report in the grid, and scrolls to the first. */
export async function selectPhotographs(ids: readonly number[]): Promise<void> {
  closePanes();
  closeLoupe();
  const [first] = ids;
  const place = first === undefined ? null : await photographList.placeOf(first);
  const mark = first === undefined || place === null ? null : { id: first, place };
  setPhotographs({ isAll: false, ids: new Set(ids), anchor: mark, lead: mark });
}
