/** The light table's list: it stays as it is while somebody looks at it; what is new is told, and comes when it is asked for. */
import { create } from 'zustand';
import { everyPhotograph, type PhotographQuery, type PhotographView } from '../../contract/review/list-queries.ts';
import { requestQuietly } from '../bridge.ts';
import { createPagedList } from './pagedList.ts';
import { replyValue } from './replyValue.ts';
import { openPlace, useReviewUi } from './reviewUi.ts';

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

/** How many photographs came since the list was read. */
export const useNewCount = create<{ readonly count: number }>(() => ({ count: 0 }));

/** Counting what is new waits this long (ms), so that a busy queue causes a few questions and not hundreds. */
const settle = 700;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Some photograph changed: counts what is new, soon. A list that shows nothing yet has nothing to be kept. */
export function countNew(): void {
  if (timer !== undefined) return;
  timer = setTimeout(async () => {
    timer = undefined;
    const { query, count, phase } = photographList.now();
    if (phase === 'loading') return;
    if (count === 0) return void photographList.refresh();
    const reply = await requestQuietly('photographs.count', query);
    const now = photographList.now();
    if (reply.ok && now.query === query) useNewCount.setState({ count: Math.max(0, reply.value - now.count) });
  }, settle);
}

export async function showNew(): Promise<void> {
  useNewCount.setState({ count: 0 });
  await photographList.refresh();
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
  countNew();
  return null;
}
