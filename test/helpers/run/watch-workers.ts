/**
 * Records the messages of worker threads while `work` runs: shows that work is done on a thread, and the size of each
 * message.
 */
import { Worker } from 'node:worker_threads';

export async function watchWorkers<T>(work: () => Promise<T>): Promise<{ result: T; replies: unknown[] }> {
  const replies: unknown[] = [];
  const { emit } = Worker.prototype;
  // A thread may be running already, from an earlier test.
  Worker.prototype.emit = function (this: Worker, event: string | symbol, ...args: unknown[]) {
    if (event === 'message') replies.push((args[0] as { readonly value?: unknown }).value);
    return Reflect.apply(emit, this, [event, ...args]);
  } as typeof emit;
  try {
    return { result: await work(), replies };
  } finally {
    Worker.prototype.emit = emit;
  }
}
