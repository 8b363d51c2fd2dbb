/** The queries for lists of any length. They run on a thread with a read-only connection. */
import Database from 'better-sqlite3';
import type { FindingCount } from '../../../contract/findings/finding-kinds.ts';
import type { JobState } from '../../../contract/jobs/job.ts';
import type {
  ChoiceTally,
  JobChoice,
  JobQuery,
  JobTally,
  ListOrder,
  PhotographChoice,
  PhotographQuery,
  Places,
} from '../../../contract/review/list-queries.ts';
import type { CommonPhotoInfo } from '../../../contract/review/photo-info.ts';
import { queueCounts } from '../jobs/views/queue-counts.ts';
import { commonPhotoInfo, exportFiles } from './lists/choice-totals.ts';
import { jobLists } from './lists/job-lists.ts';
import { folderProgress } from './lists/job-tallies.ts';
import { type NewestResult, photographLists } from './lists/photograph-lists.ts';
import { type ReprocessSource, reprocessSources } from './lists/reprocess-sources.ts';
import { sidebarCounts } from './lists/sidebar-counts.ts';
import { defaultStrategy, type QueryStrategy } from './search/finding-conditions.ts';

export type ReviewQueries = ReturnType<typeof openReviewQueries>;

/** Number of rows returned before a list's whole order is known. */
const headLength = 120;
const maxSnapshots = 8;

interface ListHead {
  readonly ids: readonly number[];
  readonly isComplete: boolean;
}

interface ListSlice {
  readonly ids: number[];
  readonly query: unknown;
}

/** @param file the database, which another connection has migrated */
export function openReviewQueries(file: string, strategy: QueryStrategy = defaultStrategy) {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  db.pragma('temp_store = MEMORY');
  // In KiB, negative by convention. Keeps indexes in memory that are scanned.
  db.pragma('cache_size = -65536');
  const jobs = jobLists(db, strategy);
  const photographs = photographLists(db, strategy);
  const sidebar = sidebarCounts(db);
  const sources = reprocessSources(db);
  const snapshots = createListSnapshots();
  const counts = queueCounts(db);
  const commonInfo = commonPhotoInfo(db);
  return {
    'jobs.head': (query: JobQuery): ListHead => toHead(jobs.first(query, headLength + 1)),
    'jobs.order': (query: JobQuery): ListOrder => snapshots.keep(jobs.all(query), query),
    'jobs.tally': (query: JobQuery): JobTally => jobs.tally(query),
    /** @param states null = any state */
    'jobs.chosen': ({ choice, states }: { choice: JobChoice; states: readonly JobState[] | null }): number[] =>
      jobs.inStates(chosenIds(choice, jobs.all), states),
    'jobs.sources': (choice: JobChoice): ReprocessSource[] => sources.ofJobs(chosenIds(choice, jobs.all)),
    'jobs.sum': (choice: JobChoice): ChoiceTally => jobs.sum(choice),
    'photographs.head': (query: PhotographQuery): ListHead => toHead(photographs.first(query, headLength + 1)),
    'photographs.order': db.transaction((query: PhotographQuery): ListOrder => {
      const order = snapshots.keep(photographs.all(query), query);
      return query.folded ? { ...order, total: photographs.count({ ...query, folded: false }) } : order;
    }),
    'photographs.count': (query: PhotographQuery): number => photographs.count(query),
    'photographs.newest': (query: PhotographQuery): NewestResult | null => photographs.newest(query),
    'photographs.chosen': (choice: PhotographChoice): number[] => chosenIds(choice, photographs.all),
    'photographs.sources': (choice: PhotographChoice): ReprocessSource[] =>
      sources.ofPhotographs(chosenIds(choice, photographs.all)),
    'photographs.findings': (query: PhotographQuery): FindingCount[] => photographs.findings(query),
    'details.common': (choice: PhotographChoice): CommonPhotoInfo => commonInfo(chosenIds(choice, photographs.all)),
    'photographs.places': ({ now }: { now: number }): Places => sidebar.list(now),
    'order.slice': ({ revision, from, to }: { revision: number; from: number; to: number }): ListSlice | null =>
      snapshots.slice(revision, from, to),
    'order.place': ({ revision, id }: { revision: number; id: number }): number | null =>
      snapshots.indexOf(revision, id),
    'folders.progress': folderProgress(db),
    'handOn.files': exportFiles(db),
    /** @param now ms since 1970; `closed` as in `awaited` */
    'queue.counts': ({ now, closed }: { now: number; closed: readonly string[] }) => ({
      ...counts.awaited(closed),
      throughput: counts.throughput(now),
      undecided: counts.undecided(),
    }),
    close: (): void => void db.close(),
  };
}

const toHead = (ids: number[]): ListHead => ({
  ids: ids.slice(0, headLength),
  isComplete: ids.length <= headLength,
});

function chosenIds<Q>(
  choice: { ids: readonly number[] } | { query: Q; except: readonly number[] },
  selectAll: (query: Q) => number[],
): number[] {
  if ('ids' in choice) return [...choice.ids];
  const except = new Set(choice.except);
  return selectAll(choice.query).filter((id) => !except.has(id));
}

/** Keeps the order of lists that the window shows. The least recently used are dropped. */
function createListSnapshots() {
  const lists = new Map<number, { readonly ids: Float64Array; readonly query: unknown }>();
  let lastRevision = 0;
  const use = (revision: number) => {
    const list = lists.get(revision);
    if (list === undefined) return null;
    lists.delete(revision);
    lists.set(revision, list);
    return list;
  };
  return {
    keep(ids: readonly number[], query: unknown): ListOrder {
      lastRevision += 1;
      lists.set(lastRevision, { ids: Float64Array.from(ids), query });
      for (const revision of lists.keys()) {
        if (lists.size <= maxSnapshots) break;
        lists.delete(revision);
      }
      return { revision: lastRevision, count: ids.length, total: ids.length };
    },
    /** Returns the ids from index `from` to `to`, exclusive; null if the list was dropped. */
    slice(revision: number, from: number, to: number): ListSlice | null {
      const list = use(revision);
      return list && { ids: [...list.ids.subarray(from, to)], query: list.query };
    },
    /** Returns -1 if the list does not contain the id, null if it was dropped. */
    indexOf: (revision: number, id: number): number | null => use(revision)?.ids.indexOf(id) ?? null,
  };
}
