/** Asks the threads that read the database: one for lists, and one for what is counted over all of it, which a list must not wait for. */
import { stat } from 'node:fs/promises';
import { openReviewQueries, type ReviewQueries } from '../../store/review/queries.ts';
import type { AnswerOf } from '../../threads/thread-messages.ts';
import { openThread, resolveThreadEntry, type Thread } from '../../threads/worker-thread.ts';

type Questions = Omit<ReviewQueries, 'close'>;

export type Reader = Thread<Questions>;

/** What is read from whole tables or indexes, however little is shown. */
const counts: ReadonlySet<keyof Questions> = new Set([
  'jobs.tally',
  'photographs.count',
  'photographs.findings',
  'photographs.places',
  'details.common',
  'folders.progress',
  'handOn.files',
  'queue.counts',
] satisfies (keyof Questions)[]);

/** Counting in a smaller database takes less time than starting a thread for it. */
const maxCountedHereBytes = 4 * 1024 * 1024;

/** @param file of the database, which is open already: this never makes or repairs one */
export function createReader(file: string): Reader {
  const open = () => openThread<Questions>(resolveThreadEntry(import.meta.url, 'query.worker'), { file });
  const [lists, counting] = [open(), open()];
  let own: ReviewQueries | null = null;
  let isClosed = false;
  const closeOwn = () => {
    own?.close();
    own = null;
  };
  const ask: Reader['ask'] = async (name, args, signal) => {
    if (!counts.has(name)) return lists.ask(name, args, signal);
    const size = (await stat(file).catch(() => null))?.size ?? Number.POSITIVE_INFINITY;
    if (isClosed || size > maxCountedHereBytes) {
      closeOwn();
      return counting.ask(name, args, signal);
    }
    signal?.throwIfAborted();
    own ??= openReviewQueries(file);
    return (own[name] as unknown as (given: typeof args) => AnswerOf<Questions[typeof name]>)(args);
  };
  return {
    ask,
    async close() {
      isClosed = true;
      closeOwn();
      await Promise.all([lists.close(), counting.close()]);
    },
  };
}
