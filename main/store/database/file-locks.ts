/** Locks of the operating system, through SQLite. A crash releases them. */
import Database from 'better-sqlite3';

export interface FileLock {
  release(): void;
}

/** Prevents garbage collection, which would release locks. */
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

/** Does not wait: returns null if `file` is locked. */
export function lockExclusive(file: string): FileLock | null {
  const db = openExclusive(file);
  return db && holdLock(db);
}

/**
 * Excludes only `lockExclusive`.
 * @throws SqliteError if `file` stays exclusively locked for 5 s
 */
export function lockShared(file: string): FileLock {
  return holdLock(openShared(file, 5000));
}

interface OpenLock {
  /** Whether no other process has the database open. None can open it before `share`. */
  readonly isAlone: boolean;
  share(): void;
  release(): void;
}

/** Another process may be checking or repairing the database. */
const openTimeoutMs = 60_000;

/** @throws SqliteError SQLITE_BUSY if another process stays alone that long */
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
