/** Asks the threads that read the database: one for lists, and one for what is counted over all of it, which a list must not wait for. */
import type { ReviewQueries } from '../../store/review/queries.ts';
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
  'handOn.sums',
  'queue.counts',
] satisfies (keyof Questions)[]);

/** @param file of the database, which is open already: this never makes or repairs one */
export function createReader(file: string): Reader {
  const open = () => openThread<Questions>(resolveThreadEntry(import.meta.url, 'query.worker'), { file });
  const [lists, counting] = [open(), open()];
  return {
    ask: (name, args, signal) => (counts.has(name) ? counting : lists).ask(name, args, signal),
    close: async () => void (await Promise.all([lists.close(), counting.close()])),
  };
}
