/** Who has a database open: whoever repairs it must be alone with it. Held by a lock of the operating system, as in queue-lock.ts. */
import Database from 'better-sqlite3';

/** Somebody who is alone with the database checks it, or repairs it: that is waited for, in ms. */
const patienceMs = 60_000;

export interface OpenLock {
  /** No other process has the database open, and none can open it before `share`. */
  readonly isAlone: boolean;
  /** Lets others in. */
  share(): void;
  release(): void;
}

/** @throws SqliteError SQLITE_BUSY where somebody was alone with it for longer than a minute */
export function acquireOpenLock(file: string): OpenLock {
  const alone = new Database(`${file}-open`, { timeout: 0 });
  try {
    alone.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    alone.close();
    if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw error;
    const shared = openShared(file);
    return { isAlone: false, share: () => undefined, release: () => void shared.close() };
  }
  let held = alone;
  return {
    isAlone: true,
    share() {
      held.close();
      held = openShared(file);
    },
    release: () => void held.close(),
  };
}

function openShared(file: string): Database.Database {
  const shared = new Database(`${file}-open`, { timeout: patienceMs });
  try {
    shared.exec('BEGIN');
    // A transaction that has read keeps its lock until it ends.
    shared.prepare('SELECT count(*) FROM sqlite_schema').get();
    return shared;
  } catch (error) {
    shared.close();
    throw error;
  }
}
