/** Asks the thread that reads the database for lists; starts it with the first question, and again after a crash. */
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { DeskQueries } from '../../store/desk/desk-queries.ts';
import type { Question, Reply } from './messages.ts';

type Asked = Exclude<keyof DeskQueries, 'close'>;

export interface Reader {
  /** @throws SqliteError as the thread had it */
  ask<N extends Asked>(name: N, args: Parameters<DeskQueries[N]>[0]): Promise<ReturnType<DeskQueries[N]>>;
  close(): Promise<void>;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** @param file of the database, which is open already: this never makes or repairs one */
export function createReader(file: string, entry = new URL(`./thread${extension}`, import.meta.url)): Reader {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let isClosed = false;
  let last = 0;

  function start(): Worker {
    const made = new Worker(entry, { workerData: { file } });
    const lose = (error: Error) => {
      if (worker !== made) return;
      worker = null;
      const lost = [...waiting.values()];
      waiting.clear();
      for (const { reject } of lost) reject(error);
    };
    made.on('message', (reply: Reply) => {
      const who = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ('error' in reply) who?.reject(errorOf(reply.error));
      else who?.resolve(reply.value);
    });
    made.on('error', lose);
    made.on('exit', () => lose(new Error('The thread that reads for lists has ended.')));
    // Nothing is lost when the process ends while it reads.
    made.unref();
    return made;
  }
  function send(name: Question['name'], args: unknown): Promise<unknown> {
    worker ??= start();
    last += 1;
    const id = last;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, name, args } satisfies Question);
    return promise;
  }

  return {
    ask<N extends Asked>(name: N, args: Parameters<DeskQueries[N]>[0]) {
      if (isClosed) return Promise.reject(new Error('The reader is closed.'));
      return send(name, args) as Promise<ReturnType<DeskQueries[N]>>;
    },
    async close() {
      isClosed = true;
      if (worker === null) return;
      const ending = worker;
      await send('close', null).catch(() => undefined);
      await ending.terminate();
    },
  };
}

/** Built files have another one. */
const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));

function errorOf({ code, message }: { readonly code: string; readonly message: string }): Error {
  return code.startsWith('SQLITE_') ? new Database.SqliteError(message, code) : new Error(message);
}
