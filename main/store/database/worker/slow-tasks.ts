/** What takes long with a large database and is done on a thread. Each takes the file of a database. */
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { syncFile } from '../../../files/atomic-write.ts';
import { findCorruptionSlice, type IntegritySlice } from '../../repair/integrity-check.ts';

export type SlowTasks = typeof slowTasks;

/** Pages (4 KiB) that are copied before something else has its turn. */
const pagesAtATime = 1000;

/** Jobs that are looked at before something else has its turn. */
const jobsAtATime = 20_000;

/** How often the log is gone over: each time less is left of what others wrote meanwhile. */
const passes = 8;

export const slowTasks = {
  /** Copies it, as it is at this moment, to the new file `to`: one file that needs no companions, and outlasts a power cut. */
  async copy({ file, to }: { file: string; to: string }): Promise<void> {
    const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
    try {
      // Kept open, so that what is written meanwhile does not begin it anew.
      db.exec('BEGIN');
      db.pragma('user_version');
      await db.backup(to, {
        progress: () => {
          // Bit by bit: commits of the database itself would wait for all that is not on the disk yet, as file systems order it.
          if (existsSync(to)) syncFile(to);
          return pagesAtATime;
        },
      });
    } finally {
      db.close();
    }
    withDatabase(to, false, (copy) => void copy.pragma('journal_mode = DELETE'));
    syncFile(to);
  },
  /** Copies as much of its log into it as nobody reads any more; what is written meanwhile too, so that the log begins anew. */
  copyLog: ({ file }: { file: string }): void =>
    withDatabase(file, false, (db) => {
      // The same as in `openDatabase`.
      db.pragma('checkpoint_fullfsync = ON');
      for (let pass = 0; pass < passes; pass += 1) {
        const [{ log, checkpointed }] = db.pragma('wal_checkpoint(PASSIVE)') as [{ log: number; checkpointed: number }];
        if (checkpointed >= log) return;
      }
    }),
  /** The tables that can be checked one by one. */
  tables: ({ file }: { file: string }): string[] =>
    withDatabase(file, true, (db) =>
      db
        .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
        .pluck()
        .all(),
    ),
  /** What SQLite finds wrong with a table and its indexes; null where nothing is. */
  damageOf: ({ file, table }: { file: string; table: string }): string | null =>
    withDatabase(file, true, (db) => {
      const found = db.pragma(`quick_check('${table}')`, { simple: true });
      return found === 'ok' ? null : String(found);
    }),
  /** What SQLite does not find, a part at a time. */
  unsound: ({ file, after }: { file: string; after: number | null }): IntegritySlice =>
    withDatabase(file, true, (db) => findCorruptionSlice(db, after, jobsAtATime)),
};

function withDatabase<T>(file: string, isReadOnly: boolean, work: (db: Database.Database) => T): T {
  const db = new Database(file, { readonly: isReadOnly, fileMustExist: true, timeout: 5000 });
  try {
    return work(db);
  } finally {
    db.close();
  }
}
