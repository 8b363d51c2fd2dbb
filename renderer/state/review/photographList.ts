/** The light table's list. New photographs are counted, and shown when the user requests them. */
import { create } from 'zustand';
import { everyPhotograph, type PhotographQuery, type PhotographView } from '../../../contract/review/list-queries.ts';
import { requestQuietly } from '../../bridge.ts';
import { replyValue } from '../data/replyValue.ts';
import { createPagedList } from '../lists/pagedList.ts';
import { arePanesOpen } from './panesStore.ts';
import { openPlace, setPhotographs, useReviewUi } from './reviewUi.ts';

export const photographList = createPagedList<PhotographQuery, PhotographView>(
  {
    head: async (query) => replyValue(await requestQuietly('photographs.head', query)),
    order: async (query) => replyValue(await requestQuietly('photographs.order', query)),
    rows: async (revision, from, to) => replyValue(await requestQuietly('photographs.rows', { revision, from, to })),
    ids: async (revision, from, to) => replyValue(await requestQuietly('photographs.ids', { revision, from, to })),
    place: async (revision, id) => replyValue(await requestQuietly('photographs.place', { revision, id })),
    show: (ids, query) => void requestQuietly('lists.showPhotographs', { ids: [...ids], query }),
  },
  everyPhotograph,
);

/** The number of photographs that came since the list was read. */
export const useNewCount = create<{ readonly count: number }>(() => ({ count: 0 }));

/** Changes are followed this long (ms) after the first, so that a busy queue causes a few questions and not hundreds. */
const settle = 700;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Rows that the list would have, as counted last: stacks of a folder are found one after the other. */
let foldedRows: number | null = null;

/**
 * Some photograph changed: counts new ones, and folds stacks once no more of them are found. An empty list is read again.
 */
export function followChanges(): void {
  if (timer !== undefined) return;
  timer = setTimeout(async () => {
    timer = undefined;
    await photographList.settled();
    const { query, count } = photographList.now();
    if (photographList.now().phase === 'loading') return;
    if (count === 0) return void photographList.refresh();
    const countOf = async (each: PhotographQuery) => replyValue(await requestQuietly('photographs.count', each));
    const [rows, photographs] = [await countOf(query), await countOf({ ...query, folded: false })];
    const now = photographList.now();
    if (rows === null || photographs === null || now.query !== query || now.total === null) return;
    const newCount = Math.max(0, photographs - now.total);
    useNewCount.setState({ count: newCount });
    const isSettled = rows === foldedRows;
    foldedRows = rows;
    if (newCount > 0 || rows === now.count || !canRefold()) return;
    if (isSettled) await showNew();
    else followChanges();
  }, settle);
}

/** The list is not read again under photographs that are viewed, selected or scrolled to. */
function canRefold(): boolean {
  const { isLoupe, selection } = useReviewUi.getState();
  const isPlain = !selection.isAll && selection.ids.size <= 1;
  return isPlain && !isLoupe && !arePanesOpen() && photographList.isAtStart();
}

/** The active photograph is at another place in a list that was read again; in a closed stack, the first one is active. */
export async function keepLead(): Promise<void> {
  const { selection } = useReviewUi.getState();
  const { lead } = selection;
  if (lead === null) return;
  const place = await photographList.placeOf(lead.id);
  if (place !== null) setPhotographs({ ...selection, lead: { ...lead, place }, anchor: { ...lead, place } });
}

/** Reads the list again, with what is new. */
export async function showNew(): Promise<void> {
  useNewCount.setState({ count: 0 });
  await photographList.refresh();
  await keepLead();
}

/** After photographs were taken off the light table or put back: the list as it is now; of a place that is gone, all photographs. */
export async function refreshAfterRemoval(): Promise<void> {
  const { query } = useReviewUi.getState();
  const place = { ...everyPhotograph, batchId: query.batchId };
  const left = query.batchId === null ? 1 : replyValue(await requestQuietly('photographs.count', place));
  if (left === 0 && useReviewUi.getState().query === query) openPlace({});
  else await showNew();
}

/**
 * When one comes back to the list: its beginning has what came meanwhile, anywhere else it stays as it is and what is new is told.
 * @returns the reading; null where there is none
 */
export function checkForNew(): Promise<void> | null {
  if (photographList.now().phase === 'ready' && photographList.isAtStart()) return showNew();
  followChanges();
  return null;
}
