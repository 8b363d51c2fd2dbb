/** Long work on databases, on a thread. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Message } from '../../../../contract/messages/message.ts';
import { openThread, resolveThreadEntry } from '../../../threads/worker-thread.ts';
import type { IntegritySlice } from '../../repair/integrity-check.ts';
import type { SlowTasks } from './slow-tasks.ts';

export interface DatabaseWorker {
  copy(file: string, to: string): Promise<void>;
  copyWal(file: string): Promise<void>;
  /** Returns damage that SQLite finds, or null. @throws the signal's reason, between tables */
  findDamage(file: string, signal?: AbortSignal): Promise<string | null>;
  /** Also finds damage that SQLite misses. */
  findAllDamage(file: string, signal?: AbortSignal): Promise<Message | null>;
  /** Aborts copying, but not the check of a table. */
  close(): Promise<void>;
}

/** Rest after a check, as a multiple of its duration, because the window is more urgent. */
const restFactor = 3;

export function createDatabaseWorker(): DatabaseWorker {
  const { ask, close } = openThread<SlowTasks>(resolveThreadEntry(import.meta.url, 'database.worker'), null);

  async function findDamage(file: string, signal?: AbortSignal): Promise<string | null> {
    signal?.throwIfAborted();
    for (const table of await ask('listTables', { file })) {
      const damage = await checkAndRest(() => ask('checkTable', { file, table }), signal);
      if (damage !== null) return damage;
    }
    return null;
  }

  async function findAllDamage(file: string, signal?: AbortSignal): Promise<Message | null> {
    const damage = await findDamage(file, signal);
    if (damage !== null) return damage;
    let after: number | null = null;
    do {
      const start: number | null = after;
      const { found, next }: IntegritySlice = await checkAndRest(
        () => ask('checkJobs', { file, after: start }),
        signal,
      );
      if (found !== null) return found;
      after = next;
    } while (after !== null);
    return null;
  }

  return {
    copy: (file, to) => ask('copy', { file, to }),
    copyWal: (file) => ask('copyWal', { file }),
    findDamage,
    findAllDamage,
    close,
  };
}

async function checkAndRest<T>(check: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  signal?.throwIfAborted();
  const startedAt = performance.now();
  const result = await check();
  const restMs = (performance.now() - startedAt) * restFactor;
  await pause(restMs, undefined, signal ? { signal } : {}).catch(() => undefined);
  signal?.throwIfAborted();
  return result;
}
