/** The dependencies of each table's module. */
import type { Database } from 'better-sqlite3';
import type { Changes } from './change-notifier.ts';
import type { GroupSync } from './database/group-sync.ts';

export interface StoreContext {
  readonly db: Database;
  /** ms since 1970. */
  readonly now: () => number;
  readonly changes: Changes;
}

/** For tables that the queue writes at each step; see `GroupSync`. */
export interface QueueContext extends StoreContext, Pick<GroupSync, 'lightly'> {}
