import { closeSync, fdatasync, openSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { coalesce } from '../../files/coalesce.ts';
import { troubleOf } from './database-errors.ts';
import { createSyncedFrames } from './synced-frames.ts';

export interface GroupSync {
  /**
   * Commits without a sync. A crash of the process loses nothing. A power cut can take the last commits until `reached`
   * resolves.
   */
  lightly<T>(write: () => T): T;
  /**
   * Runs `write` in one light transaction with the other writes of this turn of the event loop. Resolves when it is
   * committed. Rejects with its own error, which leaves the others unaffected, or with that of the database; then it has
   * written nothing. It may run twice, so it must be idempotent in all but the database.
   */
  together<T>(write: () => T): Promise<T>;
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

  function lightly<T>(write: () => T): T {
    // Part of a larger commit.
    if (db.inTransaction) return write();
    db.exec('PRAGMA synchronous = NORMAL');
    try {
      return write();
    } finally {
      db.exec('PRAGMA synchronous = FULL');
    }
  }

  return {
    lightly,
    together: createGroupCommit(db, lightly),
    reached,
    close() {
      isClosed = true;
      syncedFrames.close();
      closeWal();
    },
  };
}

interface PendingWrite {
  readonly run: () => unknown;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

function createGroupCommit(db: Database, lightly: GroupSync['lightly']): GroupSync['together'] {
  let pending: PendingWrite[] = [];
  const runAll = db.transaction((writes: readonly PendingWrite[]) => writes.map(({ run }) => run()));

  function commit(writes: readonly PendingWrite[]): void {
    try {
      const results = lightly(() => runAll.immediate(writes));
      for (const [index, { resolve }] of writes.entries()) resolve(results[index] as never);
    } catch (error) {
      // All were rolled back. One after the other, a locked database would block this process for each of them.
      if (writes.length === 1 || troubleOf(error) !== null) for (const { reject } of writes) reject(error);
      else for (const write of writes) commit([write]);
    }
  }
  function commitPending(): void {
    const writes = pending;
    pending = [];
    commit(writes);
  }

  return (run) =>
    new Promise((resolve, reject) => {
      if (pending.length === 0) setImmediate(commitPending);
      pending.push({ run, resolve, reject });
    });
}
