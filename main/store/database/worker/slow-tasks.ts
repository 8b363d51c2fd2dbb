/** Tasks for the thread. After a task, no database is open, so that its owner can close it. */
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { syncFile } from '../../../files/atomic-write.ts';
import { findCorruptionSlice, type IntegritySlice } from '../../repair/integrity-check.ts';

export type SlowTasks = typeof slowTasks;

/** In pages of 4 KiB, per turn. */
const maxPagesPerStep = 1000;
const maxJobsPerTask = 20_000;
/** Each checkpoint leaves the frames that were written during it. */
const maxCheckpoints = 8;

export const slowTasks = {
  /** Makes a durable copy without WAL and journal. */
  async copy({ file, to }: { file: string; to: string }): Promise<void> {
    const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
    try {
      // A read transaction, because commits would restart the copy.
      db.exec('BEGIN');
      db.pragma('user_version');
      await db.backup(to, {
        progress: () => {
          // In small parts, because file systems let commits wait for all unsynced data.
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

  /** Copies new frames too, so that the WAL can restart. */
  copyWal: ({ file }: { file: string }): void =>
    withDatabase(file, false, (db) => {
      // As `fullfsync` in `openDatabase`.
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

  checkTable: ({ file, table }: { file: string; table: string }): string | null =>
    withDatabase(file, true, (db) => {
      const found = db.pragma(`quick_check('${table}')`, { simple: true });
      return found === 'ok' ? null : String(found);
    }),

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
