/** Ids of processes, locked while they live. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type FileLock, lockExclusive } from './file-locks.ts';

export interface ProcessLock {
  /** Returns this process's id. The first call locks it. */
  id(): string;
  /** Returns other live processes, and removes lock files of ended ones. */
  listOthers(): string[];
  release(): void;
}

export function createProcessLock(folder: string): ProcessLock {
  const ownId = randomUUID();
  const lockFile = (id: string) => join(folder, id);
  let ownLock: FileLock | null = null;

  const remove = (id: string): void => {
    // SQLite may have made the journal for the lock.
    for (const path of [lockFile(id), `${lockFile(id)}-journal`]) rmSync(path, { force: true });
  };
  const isAlive = (id: string): boolean => {
    const lock = lockExclusive(lockFile(id));
    if (lock === null) return true;
    lock.release();
    remove(id);
    return false;
  };

  const listOthers = (): string[] => {
    const ids = readdirSync(folder).filter((name) => /^[0-9a-f-]{36}$/.test(name) && name !== ownId);
    return ids.filter(isAlive);
  };

  return {
    id() {
      if (ownLock === null) {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        ownLock = lockExclusive(lockFile(ownId));
        listOthers();
      }
      return ownId;
    },
    listOthers,
    release() {
      if (ownLock === null) return;
      ownLock.release();
      ownLock = null;
      remove(ownId);
    },
  };
}
