/** Durability of commits that do not wait for the disk one by one: one sync in the background makes many durable. */
import { closeSync, fdatasync, openSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { coalesce } from '../../files/coalesce.ts';
import { createSyncedFrames } from './synced-frames.ts';

export interface GroupSync {
  /**
   * Runs `write` without a sync at commit. The commit survives the end of the process, and a power cut once `reached`
   * has resolved. The order is kept: a power cut takes only the last commits.
   */
  lightly<T>(write: () => T): T;
  /** Resolves when all commits before this call are durable. Rejects with the error of the disk. */
  reached(): Promise<void>;
  /** Closes the WAL's file. For when the database closes, which makes all commits durable. */
  close(): void;
}

/** For one connection in WAL mode. The WAL stays the same file while the connection is open. */
export function createGroupSync(db: Database): GroupSync {
  let wal: number | null = null;
  let isSyncing = false;
  let isClosed = false;
  const syncedFrames = createSyncedFrames(db);

  const reached = coalesce(async () => {
    if (isClosed) return;
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
      // The transaction's own commit decides about the sync.
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
