/** Long work with databases beside everything else: what it is made of is asked of a thread, one part after the other. */
import type { Message } from '../../../../preload/contract/sentence.ts';
import { entryBeside, openThread } from '../../../threads/thread.ts';
import type { LongWork } from './long-work.ts';

export interface Beside {
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

export function createBeside(): Beside {
  const { ask, close } = openThread<LongWork>(entryBeside(import.meta.url, 'thread'), null);
  async function findDamage(file: string, signal?: AbortSignal): Promise<string | null> {
    signal?.throwIfAborted();
    for (const table of await ask('tables', { file })) {
      signal?.throwIfAborted();
      const found = await ask('damageOf', { file, table });
      if (found !== null) return found;
    }
    signal?.throwIfAborted();
    return null;
  }
  return {
    copy: (file, to) => ask('copy', { file, to }),
    copyLog: (file) => ask('copyLog', { file }),
    findDamage,
    findAllDamage: async (file, signal) => (await findDamage(file, signal)) ?? (await ask('unsound', { file })),
    close,
  };
}
