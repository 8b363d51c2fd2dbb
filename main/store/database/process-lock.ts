/** Tells processes with one data folder apart, and those that are alive from those that have ended. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockExclusive } from './queue-lock.ts';

export interface ProcessLock {
  /** Returns the id of this process. Other processes see it as alive from then on. */
  id(): string;
  /** Returns the ids of the other processes that are alive, and removes the lock files of those that have ended. */
  listOthers(): string[];
  release(): void;
}

/**
 * Each process holds a lock of the operating system on a file named after its id, so its end, however violent, releases it.
 * @param folder absolute; for the lock files
 */
export function createProcessLock(folder: string): ProcessLock {
  const ownId = randomUUID();
  const fileOf = (id: string) => join(folder, id);
  let held: { release(): void } | null = null;

  const remove = (id: string): void => {
    // SQLite may have made the second one for the lock.
    for (const path of [fileOf(id), `${fileOf(id)}-journal`]) rmSync(path, { force: true });
  };
  const isAlive = (id: string): boolean => {
    const lock = lockExclusive(fileOf(id));
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
      if (held === null) {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        held = lockExclusive(fileOf(ownId));
        listOthers();
      }
      return ownId;
    },
    listOthers,
    release() {
      if (held === null) return;
      held.release();
      held = null;
      remove(ownId);
    },
  };
}
