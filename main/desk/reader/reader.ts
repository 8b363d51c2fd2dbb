/** Asks the thread that reads the database for lists. */
import type { DeskQueries } from '../../store/desk/desk-queries.ts';
import { entryBeside, openThread, type Thread } from '../../threads/thread.ts';

export type Reader = Thread<Omit<DeskQueries, 'close'>>;

/** @param file of the database, which is open already: this never makes or repairs one */
export function createReader(file: string): Reader {
  return openThread(entryBeside(import.meta.url, 'thread'), { file });
}
