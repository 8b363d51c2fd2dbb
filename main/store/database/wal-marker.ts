/**
 * Checkpoints of the WAL, and a marker that detects at the next start if the WAL or a newer database was taken away: by a
 * cleanup program, or by a restored backup. SQLite would only see an older database, whose sent photographs are still
 * queued.
 *
 * The marker is in the database and in a file next to it. Each checkpoint is followed by the commit of a new marker, which
 * so is only in the WAL. A database without its WAL has an earlier marker.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { replaceFileAtomic } from '../../files/atomic-write.ts';
import type { DatabaseWorker } from './worker/database-worker.ts';

const markerFile = (file: string) => `${file}-mark`;

/** Whether commits are missing. Valid only if no other process has the database open. */
export function isWalMissing(db: Database): boolean {
  // A database with a marker but without the file is a restored one.
  return !(readExpected(db.name) ?? [noMarker]).includes(readMarker(db));
}

/** Whether a database has been in use as `file`, which may be missing or replaced. */
export function hasMarker(file: string): boolean {
  return readExpected(file) !== null;
}

/** Gives `db`, which will replace the database `file`, the expected marker. */
export function writeMarker(db: Database, file: string): void {
  const [marker] = readExpected(file) ?? [];
  // Earlier versions had no marker.
  if (marker === undefined || marker === noMarker || !hasMarkerTable(db)) rmSync(markerFile(file), { force: true });
  else setMarker(db, marker);
}

/** Removes the marker from a copy of a database, which has no WAL. */
export function removeMarker(db: Database): void {
  if (hasMarkerTable(db)) db.exec('DELETE FROM log_mark');
}

/** Copies the WAL into the database every few seconds. */
export interface WalCheckpointer {
  checkpoint(): void;
  /** Copies the WAL on a thread. */
  checkpointInBackground(): Promise<void>;
  /** Whether the WAL is so long that it should be copied at once. */
  isLong(): boolean;
}

const longWalBytes = 16 * 2 ** 20;
/** Pages (4 KiB) of WAL after which a commit copies them itself, and all else waits. For when the thread falls behind. */
const maxWalPages = 2 ** 17;

/** For the queue owner. Costs nothing while nothing is written. */
export function createWalCheckpointer(db: Database, worker: Pick<DatabaseWorker, 'copyWal'>): WalCheckpointer {
  let seenChange: bigint | null = null;
  let isConfigured = false;
  /** Size of the WAL when it was copied. While a reader is active, the WAL grows from there. */
  let copiedBytes = 0;
  const isUnchanged = () => changeTime(db.name) === seenChange;
  function renewMarker(): void {
    const before = readMarker(db);
    const marker = randomUUID();
    // A crash before the commit leaves the old marker, so the file names both.
    replaceFileAtomic(markerFile(db.name), [marker, before].join('\n'));
    setMarker(db, marker);
    replaceFileAtomic(markerFile(db.name), marker);
    seenChange = changeTime(db.name);
  }
  return {
    checkpoint() {
      if (isUnchanged()) return;
      db.pragma('wal_checkpoint(PASSIVE)');
      renewMarker();
    },
    async checkpointInBackground() {
      if (!isConfigured) {
        isConfigured = true;
        db.pragma(`wal_autocheckpoint = ${maxWalPages}`);
        // Truncates the restarted WAL, so that its size shows how much is not copied.
        db.pragma(`journal_size_limit = ${longWalBytes / 2}`);
      }
      if (isUnchanged()) return;
      const bytes = walBytes(db.name);
      await worker.copyWal(db.name);
      copiedBytes = bytes;
      if (db.open) renewMarker();
    },
    isLong: () => {
      const bytes = walBytes(db.name);
      // The WAL restarted.
      if (bytes < copiedBytes) copiedBytes = 0;
      return bytes - copiedBytes > longWalBytes;
    },
  };
}

/** Represents the missing marker of a database; stored in the file. */
const noMarker = 'none';

function readMarker(db: Database): string {
  return (hasMarkerTable(db) && db.prepare<[], string>('SELECT mark FROM log_mark').pluck().get()) || noMarker;
}

function hasMarkerTable(db: Database): boolean {
  return db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'log_mark'`).get() !== undefined;
}

function setMarker(db: Database, marker: string): void {
  db.prepare('INSERT OR REPLACE INTO log_mark (id, mark) VALUES (1, ?)').run(marker);
}

/** Returns the markers that the database may have, or null if it never had one. */
function readExpected(file: string): string[] | null {
  return existsSync(markerFile(file)) ? readFileSync(markerFile(file), 'utf8').split('\n') : null;
}

function changeTime(file: string): bigint | null {
  return statSync(`${file}-wal`, { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? null;
}

function walBytes(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}
