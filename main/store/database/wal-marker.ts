/**
 * Checkpoints of the WAL, and a marker in the database and a file that detects a lost WAL or a restored backup. A new
 * marker follows each checkpoint, so it is only in the WAL. See README.md.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { replaceFileAtomic } from '../../files/atomic-write.ts';
import type { DatabaseWorker } from './worker/database-worker.ts';

const markerFile = (file: string) => `${file}-mark`;

/** For a process that is alone with the database. */
export function isWalMissing(db: Database): boolean {
  // A marker without the file shows a restored database.
  return !(readExpected(db.name) ?? [noMarker]).includes(readMarker(db));
}

/** Whether `file` has ever been in use. */
export function hasMarker(file: string): boolean {
  return readExpected(file) !== null;
}

/** Gives the expected marker of `file` to its replacement. */
export function writeMarker(db: Database, file: string): void {
  const [marker] = readExpected(file) ?? [];
  // Earlier versions had no marker.
  if (marker === undefined || marker === noMarker || !hasMarkerTable(db)) rmSync(markerFile(file), { force: true });
  else setMarker(db, marker);
}

/** For a copy without a WAL. */
export function removeMarker(db: Database): void {
  if (hasMarkerTable(db)) db.exec('DELETE FROM log_mark');
}

interface WalCheckpointer {
  checkpoint(): void;
  checkpointInBackground(): Promise<void>;
  /** Whether a checkpoint is urgent. */
  isLong(): boolean;
}

const longWalBytes = 16 * 2 ** 20;
/** 512 MiB. A commit then copies the WAL itself, and all else waits. */
const maxWalPages = 2 ** 17;

/** For the queue owner, every few seconds. */
export function createWalCheckpointer(db: Database, worker: Pick<DatabaseWorker, 'copyWal'>): WalCheckpointer {
  let seenChange: bigint | null = null;
  let isConfigured = false;
  /** Copied part. The WAL grows from there while a reader prevents its restart. */
  let copiedBytes = 0;
  const isUnchanged = () => changeTime(db.name) === seenChange;
  function renewMarker(): void {
    const before = readMarker(db);
    const marker = randomUUID();
    // Both are right until the commit.
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
        // Truncates a restarted WAL for `isLong`.
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

/** Returns null if there never was a marker, and two during a change. */
function readExpected(file: string): string[] | null {
  return existsSync(markerFile(file)) ? readFileSync(markerFile(file), 'utf8').split('\n') : null;
}

function changeTime(file: string): bigint | null {
  return statSync(`${file}-wal`, { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? null;
}

function walBytes(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}
