/** What worker threads answer while `work` runs: shows that work is done on a thread, and how much comes back at once. */
import type { Worker } from 'node:worker_threads';

interface WorkerReply {
  readonly value?: unknown;
}

export async function watchWorkers<T>(work: () => Promise<T>): Promise<{ result: T; replies: unknown[] }> {
  const replies: unknown[] = [];
  const watch = (worker: Worker) => void worker.on('message', (reply: WorkerReply) => replies.push(reply.value));
  process.on('worker', watch);
  try {
    return { result: await work(), replies };
  } finally {
    process.off('worker', watch);
  }
}
