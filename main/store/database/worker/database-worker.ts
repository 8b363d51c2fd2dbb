/** Long work with databases beside everything else: what it is made of is asked of a thread, one part after the other. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Message } from '../../../../contract/messages/message.ts';
import { openThread, resolveThreadEntry } from '../../../threads/worker-thread.ts';
import type { IntegritySlice } from '../../repair/integrity-check.ts';
import type { SlowTasks } from './slow-tasks.ts';

export interface DatabaseWorker {
  /** Copies the database `file` to the file `to`. */
  copy(file: string, to: string): Promise<void>;
  /** Copies the log of the database `file` into it. */
  copyLog(file: string): Promise<void>;
  /** What is wrong with the tables of the database `file`; null where nothing is. @throws the signal's reason, between two tables */
  findDamage(file: string, signal?: AbortSignal): Promise<string | null>;
  /** The same, and what SQLite's own checks pass over. */
  findAllDamage(file: string, signal?: AbortSignal): Promise<Message | null>;
  /** Copying is broken off; a table that is being checked is still checked. */
  close(): Promise<void>;
}

/** Checking rests this many times as long as it took: it has time, and the window's own processes want the machine. */
const restTimes = 3;

export function createDatabaseWorker(): DatabaseWorker {
  const { ask, close } = openThread<SlowTasks>(resolveThreadEntry(import.meta.url, 'database.worker'), null);
  /** One part of checking, and a rest. @throws the signal's reason */
  async function part<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const begun = performance.now();
    const answer = await work();
    const rest = pause((performance.now() - begun) * restTimes, undefined, signal ? { signal } : {});
    await rest.catch(() => undefined);
    signal?.throwIfAborted();
    return answer;
  }
  async function findDamage(file: string, signal?: AbortSignal): Promise<string | null> {
    signal?.throwIfAborted();
    for (const table of await ask('tables', { file })) {
      const found = await part(() => ask('damageOf', { file, table }), signal);
      if (found !== null) return found;
    }
    return null;
  }
  async function findAllDamage(file: string, signal?: AbortSignal): Promise<Message | null> {
    const damage = await findDamage(file, signal);
    if (damage !== null) return damage;
    let after: number | null = null;
    do {
      const from: number | null = after;
      const { found, next }: IntegritySlice = await part(() => ask('unsound', { file, after: from }), signal);
      if (found !== null) return found;
      after = next;
    } while (after !== null);
    return null;
  }
  return {
    copy: (file, to) => ask('copy', { file, to }),
    copyLog: (file) => ask('copyLog', { file }),
    findDamage,
    findAllDamage,
    close,
  };
}
