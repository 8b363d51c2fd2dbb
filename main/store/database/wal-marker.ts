/**
 * Copies the log into the database now and then, and notices at the next start that the log, or a newer state of the whole
 * database, was taken away: with a program that clears up, or a backup that was put back. SQLite itself would see nothing
 * but an older database, in which photographs that were sent since still wait to be sent.
 *
 * The database has a mark that is also in a file beside it. A new mark is committed right after the log was copied, so that
 * it is in the log alone: a database whose log is lost has an earlier one.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { replaceFileAtomic } from '../../files/atomic-write.ts';
import type { DatabaseWorker } from './worker/database-worker.ts';

const fileOf = (file: string) => `${file}-mark`;

/** True where commits that were there are not there any more. For whoever is alone with the database. */
export function isWalMissing(db: Database): boolean {
  const mark = markIn(db);
  // Once there was one, a database alone is one that was put back.
  return !(readMarks(db.name) ?? [none]).includes(mark);
}

/** True where a database was in use as `file`, whatever is there now. */
export function hasMarker(file: string): boolean {
  return readMarks(file) !== null;
}

/** Makes `db`, which is about to take the place of the database `file`, the one that is expected there. */
export function writeMarker(db: Database, file: string): void {
  const [mark] = readMarks(file) ?? [];
  // Of an earlier version nothing can be expected.
  if (mark === undefined || mark === none || !hasMarks(db)) rmSync(fileOf(file), { force: true });
  else write(db, mark);
}

/** Makes `db`, a copy, one of which no log is expected. */
export function removeMarker(db: Database): void {
  if (hasMarks(db)) db.exec('DELETE FROM log_mark');
}

export interface WalKeeper {
  /** At once. */
  keep(): void;
  /** With the log copied beside everything else. */
  keepInBackground(): Promise<void>;
  /** True where so much has come to the log that it should not wait for its turn. */
  isLong(): boolean;
}

/** Bytes of the log from which on it is copied at once. */
const longLog = 16 * 2 ** 20;
/** Pages (4 KiB) from which on a commit copies the log itself, which holds up everything else, although that is done beside. */
const lastResort = 2 ** 17;

/** For the process that has the queue, every few seconds: costs nothing where nothing was written. */
export function createWalKeeper(db: Database, worker: Pick<DatabaseWorker, 'copyLog'>): WalKeeper {
  let seen: bigint | null = null;
  let isInBackground = false;
  /** Bytes of the log when it was copied: while somebody reads the database, it goes on growing from there. */
  let copied = 0;
  const isKept = () => changedAt(db.name) === seen;
  function renewMark(): void {
    const before = markIn(db);
    const mark = randomUUID();
    // Until the database has the new one, either is right.
    replaceFileAtomic(fileOf(db.name), [mark, before].join('\n'));
    write(db, mark);
    replaceFileAtomic(fileOf(db.name), mark);
    seen = changedAt(db.name);
  }
  return {
    keep() {
      if (isKept()) return;
      db.pragma('wal_checkpoint(PASSIVE)');
      renewMark();
    },
    async keepInBackground() {
      if (!isInBackground) {
        isInBackground = true;
        db.pragma(`wal_autocheckpoint = ${lastResort}`);
        // What is copied is given back to the disk, so that its size says how much is not.
        db.pragma(`journal_size_limit = ${longLog / 2}`);
      }
      if (isKept()) return;
      const size = sizeOf(db.name);
      await worker.copyLog(db.name);
      copied = size;
      if (db.open) renewMark();
    },
    isLong: () => {
      const size = sizeOf(db.name);
      // It began anew.
      if (size < copied) copied = 0;
      return size - copied > longLog;
    },
  };
}

/** Stands for the mark of a database that has none yet. */
const none = 'none';

function markIn(db: Database): string {
  return (hasMarks(db) && db.prepare<[], string>('SELECT mark FROM log_mark').pluck().get()) || none;
}

function hasMarks(db: Database): boolean {
  return db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'log_mark'`).get() !== undefined;
}

function write(db: Database, mark: string): void {
  db.prepare('INSERT OR REPLACE INTO log_mark (id, mark) VALUES (1, ?)').run(mark);
}

function changedAt(file: string): bigint | null {
  return statSync(`${file}-wal`, { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? null;
}

function sizeOf(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

function readMarks(file: string): string[] | null {
  return existsSync(fileOf(file)) ? readFileSync(fileOf(file), 'utf8').split('\n') : null;
}
