/** Lists of any length for the window: their order from the thread that reads for them, their rows from the store. */

import type { Message } from '../../contract/messages/message.ts';
import type { PhotographQuery, PhotographView } from '../../contract/review/list-queries.ts';
import type { Review } from '../review/review.ts';
import { proposeBest } from '../review/stacks/propose-best.ts';
import type { Store } from '../store/index.ts';
import type { Handlers } from './register-handlers.ts';

type JobLists = Extract<keyof Handlers, `jobs.${'head' | 'order' | 'rows' | 'ids' | 'place' | 'tally' | 'sum'}`>;
type PhotographLists = Exclude<
  Extract<keyof Handlers, `photographs.${string}`>,
  `photographs.${'decide' | 'processWith' | 'removeProofs' | 'moveOriginals'}`
>;
type Shown = Extract<keyof Handlers, `lists.show${string}`>;

export function listHandlers(
  store: Store,
  { reader, visibleRows }: Review,
): Pick<Handlers, JobLists | PhotographLists | Shown> {
  const { photographViews: photographs } = store;
  const jobRows = (ids: readonly number[]) => {
    const rows = new Map(store.views.byId(ids).map((job) => [job.id, job]));
    return ids.map((id) => rows.get(id) ?? null);
  };
  const idsOf = async (span: { revision: number; from: number; to: number }) =>
    (await reader.ask('order.slice', span))?.ids ?? null;
  const bestBecause = ({ stack }: PhotographView): Message | null => {
    if (!stack?.isBest) return null;
    const ids = store.stacks.of(stack.id).map(({ id }) => id);
    return proposeBest(store.measures.ratings(ids))?.why ?? null;
  };
  const findPhotograph = async (id: number, query: Partial<PhotographQuery> = {}) =>
    (await photographs.byId([id], { batchId: null, recipe: null, operation: null, ...query }))[0] ?? null;
  return {
    'jobs.head': async (query) => {
      const { ids, isComplete } = await reader.ask('jobs.head', query);
      return { rows: jobRows(ids).filter((row) => row !== null), isComplete };
    },
    'jobs.order': (query) => reader.ask('jobs.order', query),
    'jobs.rows': async (span) => {
      const ids = await idsOf(span);
      return ids && jobRows(ids);
    },
    'jobs.ids': idsOf,
    'jobs.place': (place) => reader.ask('order.place', place),
    'jobs.tally': (query) => reader.ask('jobs.tally', query),
    'jobs.sum': ({ on }) => reader.ask('jobs.sum', on),
    'photographs.head': async (query) => {
      const { ids, isComplete } = await reader.ask('photographs.head', query);
      return { rows: (await photographs.byId(ids, query)).filter((row) => row !== null), isComplete };
    },
    'photographs.order': (query) => reader.ask('photographs.order', query),
    'photographs.rows': async (span) => {
      const found = await reader.ask('order.slice', span);
      // The thread keeps the query of each list as it was asked for, checked.
      return found && photographs.byId(found.ids, found.query as PhotographQuery);
    },
    'photographs.count': (query) => reader.ask('photographs.count', query),
    'photographs.newest': async (query) => {
      const newest = await reader.ask('photographs.newest', query);
      const photograph = newest && (await findPhotograph(newest.photographId, query));
      return newest && photograph && { photograph, resultId: newest.resultId };
    },
    'photographs.ids': idsOf,
    'photographs.place': (place) => reader.ask('order.place', place),
    'photographs.places': () => reader.ask('photographs.places', { now: Date.now() }),
    'photographs.findings': (query) => reader.ask('photographs.findings', query),
    'photographs.detail': async ({ id }) => {
      const photograph = await findPhotograph(id);
      if (photograph === null) return null;
      const [versions, details] = [await photographs.versions(id), store.photographDetails.get(id)];
      return { photograph, versions, details, bestBecause: bestBecause(photograph) };
    },
    'photographs.ofJob': ({ id }) => {
      const photograph = photographs.ofJob(id);
      return photograph === null ? null : findPhotograph(photograph, { batchId: store.jobs.get(id)?.batchId ?? null });
    },
    'lists.showJobs': ({ ids }) => visibleRows.setJobs(ids),
    'lists.showPhotographs': ({ ids, query }) => visibleRows.setPhotographs(ids, query),
  };
}
