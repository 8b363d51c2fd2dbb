/** Commits that need not wait for the disk one by one: they are brought there together, beside everything else. */
import { closeSync, fdatasync, openSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { coalesce } from '../../files/coalesce.ts';
import { createSyncedFrames } from './synced-frames.ts';

export interface GroupSync {
  /**
   * Runs `write` so that its commit does not wait for the disk: it outlasts the end of the process at once, and a power cut
   * once `reached` has resolved. Commits stay in order: what is on the disk is a beginning of all that was committed.
   */
  lightly<T>(write: () => T): T;
  /** Resolves when everything committed before this call outlasts a power cut. Rejects with the error of the disk. */
  reached(): Promise<void>;
  /** The database is closed, which brings everything there. */
  close(): void;
}

/** For one connection in write-ahead mode. Commits are in its log, which stays the same file as long as it is open. */
export function createGroupSync(db: Database): GroupSync {
  let log: number | null = null;
  let isSyncing = false;
  let isClosed = false;
  const syncedFrames = createSyncedFrames(db);

  const reached = coalesce(async () => {
    if (isClosed) return;
    log ??= openSync(`${db.name}-wal`, 'r+');
    const file = log;
    const committed = syncedFrames.committed(file);
    isSyncing = true;
    try {
      await new Promise<void>((resolve, reject) => fdatasync(file, (error) => (error ? reject(error) : resolve())));
      if (committed !== null && !isClosed) syncedFrames.note(committed);
    } finally {
      isSyncing = false;
      if (isClosed) closeLog();
    }
  });

  function closeLog(): void {
    if (log !== null && !isSyncing) closeSync(log);
    if (!isSyncing) log = null;
  }

  return {
    lightly(write) {
      // Part of a larger commit, which waits or not as a whole.
      if (db.inTransaction) return write();
      db.exec('PRAGMA synchronous = NORMAL');
      try {
        return write();
      } finally {
        db.exec('PRAGMA synchronous = FULL');
      }
    },
    reached,
    close() {
      isClosed = true;
      syncedFrames.close();
      closeLog();
    },
  };
}
