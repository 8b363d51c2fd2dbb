/** Long tasks on database files, for the thread. */
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { syncFile } from '../../../files/atomic-write.ts';
import { findCorruptionSlice, type IntegritySlice } from '../../repair/integrity-check.ts';

export type SlowTasks = typeof slowTasks;

/** Pages (4 KiB) copied before other work on the thread gets a turn. */
const maxPagesPerStep = 1000;
/** Jobs checked per task. */
const maxJobsPerTask = 20_000;
/** Checkpoints in a row: each leaves fewer frames that were written during the last. */
const maxCheckpoints = 8;

export const slowTasks = {
  /** Copies the current state of `file` to the new file `to`: durable, and complete without WAL or journal. */
  async copy({ file, to }: { file: string; to: string }): Promise<void> {
    const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
    try {
      // An open read transaction, so that concurrent commits do not restart the copy.
      db.exec('BEGIN');
      db.pragma('user_version');
      await db.backup(to, {
        progress: () => {
          // Synced in small parts, because file systems let commits wait for all data that is not yet on the disk.
          if (existsSync(to)) syncFile(to);
          return maxPagesPerStep;
        },
      });
    } finally {
      db.close();
    }
    withDatabase(to, false, (copy) => void copy.pragma('journal_mode = DELETE'));
    syncFile(to);
  },

  /** Copies the WAL into the database as far as readers allow, with frames written in the meantime, so that it can restart. */
  copyWal: ({ file }: { file: string }): void =>
    withDatabase(file, false, (db) => {
      // As in `openDatabase`.
      db.pragma('checkpoint_fullfsync = ON');
      for (let count = 0; count < maxCheckpoints; count += 1) {
        const [{ log, checkpointed }] = db.pragma('wal_checkpoint(PASSIVE)') as [{ log: number; checkpointed: number }];
        if (checkpointed >= log) return;
      }
    }),

  listTables: ({ file }: { file: string }): string[] =>
    withDatabase(file, true, (db) =>
      db
        .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
        .pluck()
        .all(),
    ),

  /** Returns the damage that SQLite finds in a table and its indexes, or null. */
  checkTable: ({ file, table }: { file: string; table: string }): string | null =>
    withDatabase(file, true, (db) => {
      const found = db.pragma(`quick_check('${table}')`, { simple: true });
      return found === 'ok' ? null : String(found);
    }),

  /** Checks the next jobs for damage that SQLite misses. */
  checkJobs: ({ file, after }: { file: string; after: number | null }): IntegritySlice =>
    withDatabase(file, true, (db) => findCorruptionSlice(db, after, maxJobsPerTask)),
};

function withDatabase<T>(file: string, isReadOnly: boolean, work: (db: Database.Database) => T): T {
  const db = new Database(file, { readonly: isReadOnly, fileMustExist: true, timeout: 5000 });
  try {
    return work(db);
  } finally {
    db.close();
  }
}
