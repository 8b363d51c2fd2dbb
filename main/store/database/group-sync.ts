import { closeSync, fdatasync, openSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { coalesce } from '../../files/coalesce.ts';
import { createSyncedFrames } from './synced-frames.ts';

export interface GroupSync {
  /**
   * Commits without a sync. A crash of the process loses nothing. A power cut can take the last commits until `reached`
   * resolves.
   */
  lightly<T>(write: () => T): T;
  /** Resolves when all earlier commits are durable. Rejects with the disk's error. */
  reached(): Promise<void>;
  /** For when the database closes, which makes all commits durable. */
  close(): void;
}

/** For a connection in WAL mode. One background sync makes many commits durable. */
export function createGroupSync(db: Database): GroupSync {
  let wal: number | null = null;
  let isSyncing = false;
  let isClosed = false;
  const syncedFrames = createSyncedFrames(db);

  const reached = coalesce(async () => {
    if (isClosed) return;
    // The WAL stays the same file while the connection is open.
    wal ??= openSync(`${db.name}-wal`, 'r+');
    const file = wal;
    const committed = syncedFrames.findCommitted(file);
    isSyncing = true;
    try {
      await new Promise<void>((resolve, reject) => fdatasync(file, (error) => (error ? reject(error) : resolve())));
      if (committed !== null && !isClosed) syncedFrames.record(committed);
    } finally {
      isSyncing = false;
      if (isClosed) closeWal();
    }
  });

  function closeWal(): void {
    if (wal !== null && !isSyncing) closeSync(wal);
    if (!isSyncing) wal = null;
  }

  return {
    lightly(write) {
      // Part of a larger commit.
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
      closeWal();
    },
  };
}
