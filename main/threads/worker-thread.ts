/** A worker thread with named requests, started by the first one, and again after a crash. */
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { CancelRequest, Question, Reply, SentError, ThreadRequest } from './thread-messages.ts';

export interface Thread<Answers> {
  /** @throws SqliteError or ThreadError from the thread, the error it ended with, or the signal's reason */
  ask: ThreadRequest<Answers>;
  /** Pending synchronous requests are still answered; others fail. */
  close(): Promise<void>;
}

export interface OwnThread<Answers> extends Thread<Answers> {
  /** Fails pending requests. The next one starts the thread again. */
  kill(): Promise<void>;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class ThreadError extends Error {
  override name = 'ThreadError';
  readonly sentence: unknown;
  /** Error code of the file system, or ''. */
  readonly code: string;
  constructor({ code, message, sentence }: SentError) {
    super(message);
    this.code = code;
    this.sentence = sentence;
  }
}

/** Lets a thread use the compiled code that this process keeps. */
function compiledCode(): { readonly env?: NodeJS.ProcessEnv } {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { env: { ...process.env, NODE_COMPILE_CACHE: dirname(folder) } };
}

/**
 * @param entry a file that calls `serveThread`, and receives `data`
 * @param limits a thread that exceeds them ends alone
 */
export function openThread<Answers>(entry: URL, data: unknown, limits?: ResourceLimits): OwnThread<Answers> {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let isClosed = false;
  let last = 0;

  function start(): Worker {
    const made = new Worker(entry, {
      workerData: data,
      ...compiledCode(),
      ...(limits ? { resourceLimits: limits } : {}),
    });
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
      if (waiting.size === 0) made.unref();
      if ('error' in reply) who?.reject(errorOf(reply.error));
      else who?.resolve(reply.value);
    });
    made.on('error', lose);
    made.on('exit', () => lose(new Error('The thread has ended.')));
    return made;
  }
  function send(name: string | null, args: unknown): Promise<unknown> {
    worker ??= start();
    last += 1;
    const id = last;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    waiting.set(id, { resolve, reject });
    // Only a pending answer keeps the process alive.
    worker.ref();
    worker.postMessage({ id, name, args } satisfies Question);
    return promise;
  }
  function ask(name: string, args: unknown, signal?: AbortSignal): Promise<unknown> {
    if (isClosed) return Promise.reject(new Error('The thread is closed.'));
    if (signal?.aborted) return Promise.reject(signal.reason);
    const answer = send(name, args);
    if (signal === undefined) return answer;
    const id = last;
    const { promise, reject } = Promise.withResolvers<never>();
    const cancel = () => {
      worker?.postMessage({ cancel: id } satisfies CancelRequest);
      reject(signal.reason);
    };
    signal.addEventListener('abort', cancel, { once: true });
    return Promise.race([answer, promise]).finally(() => signal.removeEventListener('abort', cancel));
  }

  return {
    ask: ask as ThreadRequest<Answers>,
    async close() {
      isClosed = true;
      if (worker === null) return;
      const ending = worker;
      await send(null, null).catch(() => undefined);
      await ending.terminate();
    },
    async kill() {
      await worker?.terminate();
    },
  };
}

/** Returns the entry next to the source `url`. Built files have another extension. */
export function resolveThreadEntry(url: string, name: string): URL {
  return new URL(`./${name}${url.slice(url.lastIndexOf('.'))}`, url);
}

function errorOf(error: SentError): Error {
  const { code, message } = error;
  return code.startsWith('SQLITE_') ? new Database.SqliteError(message, code) : new ThreadError(error);
}
