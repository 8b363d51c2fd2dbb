/**
 * The number of synced WAL frames, in a file. An invalid frame is damage only if counted, because a power cut can take
 * others. The file is not synced, because an old one only claims less.
 */
import { closeSync, constants, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import type { Database } from 'better-sqlite3';

interface WalPosition {
  /** Hex, from the WAL's header. Each restart changes them. */
  readonly salts: string;
  readonly frames: number;
}

const syncedFile = (file: string) => `${file}-synced`;

/** Returns null if unknown. */
export function readSyncedFrames(file: string): WalPosition | null {
  const [, salts, frames] = /^([0-9a-f]{16}) (\d{10})\n$/.exec(readText(syncedFile(file))) ?? [];
  return salts === undefined ? null : { salts, frames: Number(frames) };
}

interface SyncedFrames {
  /** Returns null if uncountable now. @param wal file descriptor */
  findCommitted(wal: number): WalPosition | null;
  /** @param position before a sync that has succeeded */
  record(position: WalPosition): void;
  close(): void;
}

export function createSyncedFrames(db: Database): SyncedFrames {
  const count = db.prepare<[], { log: number }>('PRAGMA wal_checkpoint(NOOP)');
  let output: number | null = null;
  return {
    findCommitted(wal) {
      try {
        const salts = readSalts(wal);
        const frames = count.get()?.log ?? 0;
        // Another process may have restarted the WAL.
        return frames > 0 && readSalts(wal) === salts ? { salts, frames } : null;
      } catch {
        // A query is open, or the disk fails.
        return null;
      }
    },
    record({ salts, frames }) {
      try {
        output ??= openSync(syncedFile(db.name), constants.O_WRONLY | constants.O_CREAT, 0o600);
        writeSync(output, `${salts} ${String(frames).padStart(10, '0')}\n`, 0);
      } catch {
        // Old content only claims less.
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
