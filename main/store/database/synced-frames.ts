/**
 * A small file next to the WAL with the number of frames known to be synced. A power cut may take later frames, so an
 * unreadable frame is damage only if the file counts it. The file itself is written after each sync and not synced: an
 * old or missing file only claims less.
 */
import { closeSync, constants, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import type { Database } from 'better-sqlite3';

export interface WalPosition {
  /** From the WAL's header, as hex. They change each time the WAL restarts. */
  readonly salts: string;
  /** Committed frames since the restart. */
  readonly frames: number;
}

const syncedFile = (file: string) => `${file}-synced`;

/** Returns the synced part of the WAL of the database `file`, or null if unknown. */
export function readSyncedFrames(file: string): WalPosition | null {
  const [, salts, frames] = /^([0-9a-f]{16}) (\d{10})\n$/.exec(readText(syncedFile(file))) ?? [];
  return salts === undefined ? null : { salts, frames: Number(frames) };
}

export interface SyncedFrames {
  /** Returns the committed frames, or null if they cannot be counted at this moment. @param wal the WAL's file descriptor */
  findCommitted(wal: number): WalPosition | null;
  /** Records that a completed sync covers `position`. */
  record(position: WalPosition): void;
  close(): void;
}

/** For one connection in WAL mode. */
export function createSyncedFrames(db: Database): SyncedFrames {
  const count = db.prepare<[], { log: number }>('PRAGMA wal_checkpoint(NOOP)');
  let output: number | null = null;
  return {
    findCommitted(wal) {
      try {
        const salts = readSalts(wal);
        const frames = count.get()?.log ?? 0;
        // Another process may have restarted the WAL in between.
        return frames > 0 && readSalts(wal) === salts ? { salts, frames } : null;
      } catch {
        // A query of this connection is still open, or the disk fails, which the sync reports.
        return null;
      }
    },
    record({ salts, frames }) {
      try {
        output ??= openSync(syncedFile(db.name), constants.O_WRONLY | constants.O_CREAT, 0o600);
        writeSync(output, `${salts} ${String(frames).padStart(10, '0')}\n`, 0);
      } catch {
        // The old content only claims less.
      }
    },
    close() {
      if (output !== null) closeSync(output);
      output = null;
    },
  };
}

function readSalts(wal: number): string {
  const salts = Buffer.alloc(8);
  return readSync(wal, salts, 0, 8, 16) === 8 ? salts.toString('hex') : '';
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
