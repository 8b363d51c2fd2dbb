/**
 * Locks of the operating system on files, taken by SQLite in the same way on every system. A crash releases them, so a
 * lock is never stale.
 */
import Database from 'better-sqlite3';

export interface FileLock {
  release(): void;
}

/** The locks of this process. Garbage collection would close, and so release, a lock without a reference. */
const heldLocks = new Set<Database.Database>();

function holdLock(db: Database.Database): FileLock {
  heldLocks.add(db);
  return {
    release() {
      heldLocks.delete(db);
      db.close();
    },
  };
}

/** Takes an exclusive lock on `file` without waiting, or returns null if any lock is held on it. */
export function lockExclusive(file: string): FileLock | null {
  const db = openExclusive(file);
  return db && holdLock(db);
}

/**
 * Takes a lock on `file` that is shared with others and excludes `lockExclusive`. Waits up to 5 s for an exclusive lock.
 * @throws SqliteError if the lock stays exclusive, or cannot be made
 */
export function lockShared(file: string): FileLock {
  return holdLock(openShared(file, 5000));
}

/** Lock of a process that has the database open. Checks and repair need the database alone. */
export interface OpenLock {
  /** Whether no other process has the database open. None can open it before `share`. */
  readonly isAlone: boolean;
  /** Lets other processes open the database. */
  share(): void;
  release(): void;
}

/** Timeout while another process checks or repairs the database. */
const openTimeoutMs = 60_000;

/** @throws SqliteError SQLITE_BUSY if another process was alone with the database for the whole timeout */
export function acquireOpenLock(file: string): OpenLock {
  const path = `${file}-open`;
  const exclusive = openExclusive(path);
  if (exclusive === null) {
    const shared = openShared(path, openTimeoutMs);
    return { isAlone: false, share: () => undefined, release: () => void shared.close() };
  }
  let current = exclusive;
  return {
    isAlone: true,
    share() {
      current.close();
      current = openShared(path, openTimeoutMs);
    },
    release: () => void current.close(),
  };
}

function openExclusive(file: string): Database.Database | null {
  const db = new Database(file, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
}

function openShared(file: string, timeoutMs: number): Database.Database {
  const db = new Database(file, { timeout: timeoutMs });
  try {
    db.exec('BEGIN');
    // A transaction that has read keeps its lock until it ends.
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
