/** All that is asked of the database for lists of any length. Runs on a thread of its own, with a connection that may only read. */
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
import { queueCounts } from '../jobs/queue-counts.ts';
import { commonDetails } from './common-details.ts';
import { folderProgress } from './folder-progress.ts';
import { createListSnapshots } from './list-snapshots.ts';
import { exportTotals } from './lists/choice-totals.ts';
import { jobLists } from './lists/job-lists.ts';
import { photographLists } from './lists/photograph-lists.ts';
import { type ReprocessSource, reprocessSources } from './lists/reprocess-sources.ts';
import { sidebarCounts } from './lists/sidebar-counts.ts';
import { defaultStrategy, type QueryStrategy } from './search/finding-conditions.ts';

export type ReviewQueries = ReturnType<typeof openReviewQueries>;

/** How many rows come at once, before a list's whole order is known. */
const headLength = 120;

interface Head {
  readonly ids: readonly number[];
  readonly isComplete: boolean;
}

/**
 * @param file of the database, which another connection has brought to this version
 */
export function openReviewQueries(file: string, strategy: QueryStrategy = defaultStrategy) {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  db.pragma('temp_store = MEMORY');
  // Indexes that are read from end to end stay in memory, up to this many KiB.
  db.pragma('cache_size = -65536');
  const jobs = jobLists(db, strategy);
  const photographs = photographLists(db, strategy);
  const side = sidebarCounts(db);
  const source = reprocessSources(db);
  const ofFolder = folderProgress(db);
  const orders = createListSnapshots();
  const queueTotals = queueCounts(db);
  const common = commonDetails(db);
  const headOf = (ids: number[]): Head => ({ ids: ids.slice(0, headLength), isComplete: ids.length <= headLength });
  const chosen = <Q>(
    choice: { ids: readonly number[] } | { query: Q; except: readonly number[] },
    all: (query: Q) => number[],
  ) => {
    if ('ids' in choice) return [...choice.ids];
    const except = new Set(choice.except);
    return all(choice.query).filter((id) => !except.has(id));
  };
  return {
    'jobs.head': (query: JobQuery): Head => headOf(jobs.first(query, headLength + 1)),
    'jobs.order': (query: JobQuery): ListOrder => orders.keep(jobs.all(query), query),
    'jobs.tally': (query: JobQuery): JobTally => jobs.tally(query),
    /** Those of a choice that are in one of these states; null = whatever state. */
    'jobs.chosen': ({ choice, states }: { choice: JobChoice; states: readonly JobState[] | null }): number[] =>
      jobs.inStates(chosen(choice, jobs.all), states),
    'jobs.sources': (choice: JobChoice): ReprocessSource[] => source.ofJobs(chosen(choice, jobs.all)),
    'jobs.sum': (choice: JobChoice): ChoiceTally => jobs.sum(choice),
    'photographs.head': (query: PhotographQuery): Head => headOf(photographs.first(query, headLength + 1)),
    'photographs.order': (query: PhotographQuery): ListOrder => orders.keep(photographs.all(query), query),
    'photographs.count': (query: PhotographQuery): number => photographs.count(query),
    'photographs.chosen': (choice: PhotographChoice): number[] => chosen(choice, photographs.all),
    'photographs.sources': (choice: PhotographChoice): ReprocessSource[] =>
      source.ofPhotographs(chosen(choice, photographs.all)),
    'photographs.findings': (query: PhotographQuery): FindingCount[] => photographs.findings(query),
    'details.common': (choice: PhotographChoice): CommonPhotoInfo => common(chosen(choice, photographs.all)),
    'photographs.places': ({ now }: { now: number }): Places => side.list(now),
    'order.slice': ({
      revision,
      from,
      to,
    }: {
      revision: number;
      from: number;
      to: number;
    }): { ids: number[]; query: unknown } | null => orders.slice(revision, from, to),
    'order.place': ({ revision, id }: { revision: number; id: number }): number | null => orders.placeOf(revision, id),
    'folders.progress': ofFolder,
    'handOn.sums': exportTotals(db),
    /** @param now ms since 1970; `closed` as of `awaited` */
    'queue.counts': ({ now, closed }: { now: number; closed: readonly string[] }) => ({
      ...queueTotals.awaited(closed),
      throughput: queueTotals.throughput(now),
      undecided: queueTotals.undecided(),
    }),
    close: (): void => void db.close(),
  };
}
