/** Review's list. New photographs are counted, and shown at the user's request. */
import { create } from 'zustand';
import { everyPhotograph, type PhotographQuery, type PhotographView } from '../../../contract/review/list-queries.ts';
import { requestQuietly } from '../../bridge.ts';
import { replyValue } from '../data/replyValue.ts';
import { PagedList } from '../lists/pagedList.ts';
import { arePanesOpen } from './panesStore.ts';
import { openPlace, setPhotographs, useReviewUi } from './reviewUi.ts';

export const photographList = new PagedList<PhotographQuery, PhotographView>(
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

/** Photographs that the list lacks. */
export const useNewCount = create<{ readonly count: number }>(() => ({ count: 0 }));

/** A busy queue causes hundreds of changes. */
const settleMs = 700;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Stacks are found one by one, which lowers the count of rows. */
let lastRowCount: number | null = null;

/** Counts new photographs, and closes new stacks once the count of rows is stable. */
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
    const isSettled = rows === lastRowCount;
    lastRowCount = rows;
    if (newCount > 0 || rows === now.count || !canRefold()) return;
    if (isSettled) await showNew();
    else followChanges();
  }, settleMs);
}

/** Rows must not move while photographs are viewed, selected or scrolled to. */
function canRefold(): boolean {
  const { isLoupe, selection } = useReviewUi.getState();
  const isPlain = !selection.isAll && selection.ids.size <= 1;
  return isPlain && !isLoupe && !arePanesOpen() && photographList.isAtStart();
}

/** Updates the place of the active photograph. */
export async function keepLead(): Promise<void> {
  const { selection } = useReviewUi.getState();
  const { lead } = selection;
  if (lead === null) return;
  const place = await photographList.placeOf(lead.id);
  if (place !== null) setPhotographs({ ...selection, lead: { ...lead, place }, anchor: { ...lead, place } });
}

export async function showNew(): Promise<void> {
  useNewCount.setState({ count: 0 });
  await photographList.refresh();
  await keepLead();
}

/** Reads the list again; shows all photographs if the batch has become empty. */
export async function refreshAfterRemoval(): Promise<void> {
  const { query } = useReviewUi.getState();
  const place = { ...everyPhotograph, batchId: query.batchId };
  const left = query.batchId === null ? 1 : replyValue(await requestQuietly('photographs.count', place));
  if (left === 0 && useReviewUi.getState().query === query) openPlace({});
  else await showNew();
}

/** Reads a list again that is at its start; otherwise counts new photographs, and returns null. */
export function checkForNew(): Promise<void> | null {
  if (photographList.now().phase === 'ready' && photographList.isAtStart()) return showNew();
  followChanges();
  return null;
}
