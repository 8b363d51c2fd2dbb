/** What every table's file is given: the connection, the clock, the notifier. */
import type { Database } from 'better-sqlite3';
import type { Changes } from './changes.ts';
import type { OnDisk } from './database/on-disk.ts';

export interface StoreContext {
  readonly db: Database;
  /** ms since 1970. */
  readonly now: () => number;
  readonly changes: Changes;
}

/** For tables that the queue writes at each step: see `OnDisk`. */
export interface QueueContext extends StoreContext, Pick<OnDisk, 'lightly'> {}
