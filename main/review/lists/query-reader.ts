/** Runs queries of the window on two threads: one for lists, and one for slow counts. */
import { stat } from 'node:fs/promises';
import { openReviewQueries, type ReviewQueries } from '../../store/review/queries.ts';
import type { AnswerOf } from '../../threads/thread-messages.ts';
import { openThread, resolveThreadEntry, type Thread } from '../../threads/worker-thread.ts';

type Queries = Omit<ReviewQueries, 'close'>;

export type Reader = Thread<Queries>;

/** Queries that read whole tables or indexes. */
const countQueries: ReadonlySet<keyof Queries> = new Set([
  'jobs.tally',
  'photographs.count',
  'photographs.findings',
  'photographs.places',
  'details.common',
  'folders.progress',
  'handOn.files',
  'queue.counts',
] satisfies (keyof Queries)[]);

/** Smaller databases are counted on the calling thread, because the start of a thread takes longer. */
const maxDirectBytes = 4 * 1024 * 1024;

/** @param file database that is open already, because readers neither create nor repair it */
export function createReader(file: string): Reader {
  const open = () => openThread<Queries>(resolveThreadEntry(import.meta.url, 'query.worker'), { file });
  const [lists, counting] = [open(), open()];
  let direct: ReviewQueries | null = null;
  let isClosed = false;
  const closeDirect = () => {
    direct?.close();
    direct = null;
  };
  const ask: Reader['ask'] = async (name, args, signal) => {
    if (!countQueries.has(name)) return lists.ask(name, args, signal);
    const size = (await stat(file).catch(() => null))?.size ?? Number.POSITIVE_INFINITY;
    if (isClosed || size > maxDirectBytes) {
      closeDirect();
      return counting.ask(name, args, signal);
    }
    signal?.throwIfAborted();
    direct ??= openReviewQueries(file);
    return (direct[name] as unknown as (query: typeof args) => AnswerOf<Queries[typeof name]>)(args);
  };
  return {
    ask,
    async close() {
      isClosed = true;
      closeDirect();
      await Promise.all([lists.close(), counting.close()]);
    },
  };
}
