/**
 * Notes how many frames of the log are known to be synced, in a small file next to it. A power cut may take any later frame, so a
 * frame that cannot be read is damage only if this file counts it.
 *
 * The file is written after each sync and is not synced itself: a version that is old, or gone, only claims less.
 */
import { closeSync, constants, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import type { Database } from 'better-sqlite3';

export interface LogPosition {
  /** From the header of the log, as hex; new each time the log restarts. */
  readonly salts: string;
  /** Committed frames since then. */
  readonly frames: number;
}

const fileOf = (file: string) => `${file}-synced`;

/** How much of the log of the database `file` is known to be synced; null if nothing is. */
export function readSyncedFrames(file: string): LogPosition | null {
  const [, salts, frames] = /^([0-9a-f]{16}) (\d{10})\n$/.exec(textOf(fileOf(file))) ?? [];
  return salts === undefined ? null : { salts, frames: Number(frames) };
}

export interface SyncedFrames {
  /** Returns the committed frames, or null if they can't be known at this moment. @param log the open file of the log */
  committed(log: number): LogPosition | null;
  /** Notes that the log was synced after it had come so far. */
  note(position: LogPosition): void;
  close(): void;
}

/** For one connection in write-ahead mode. */
export function createSyncedFrames(db: Database): SyncedFrames {
  const count = db.prepare<[], { log: number }>('PRAGMA wal_checkpoint(NOOP)');
  let noted: number | null = null;
  return {
    committed(log) {
      try {
        const salts = readSalts(log);
        const frames = count.get()?.log ?? 0;
        // Another process may have restarted the log in between.
        return frames > 0 && readSalts(log) === salts ? { salts, frames } : null;
      } catch {
        // A query of this connection is still being read, or the disk fails, which the sync reports.
        return null;
      }
    },
    note({ salts, frames }) {
      try {
        noted ??= openSync(fileOf(db.name), constants.O_WRONLY | constants.O_CREAT, 0o600);
        writeSync(noted, `${salts} ${String(frames).padStart(10, '0')}\n`, 0);
      } catch {
        // Claims less than it could.
      }
    },
    close() {
      if (noted !== null) closeSync(noted);
      noted = null;
    },
  };
}

function readSalts(log: number): string {
  const salts = Buffer.alloc(8);
  return readSync(log, salts, 0, 8, 16) === 8 ? salts.toString('hex') : '';
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
