/** Numbers of tests that run in parallel. */
import { availableParallelism, totalmem } from 'node:os';

const gib = 1024 ** 3;

/**
 * Limited by processors and memory.
 * @param perWorker peak memory of one worker, in bytes
 */
function workers(perProcessor: number, perWorker: number): number {
  const byMemory = Math.floor((totalmem() * 0.75) / perWorker);
  return Math.max(1, Math.min(Math.ceil(availableParallelism() * perProcessor), byMemory));
}

// Tests wait for processes and disks part of their time, so 1.5 workers keep a processor busy.
export const nodeWorkers = workers(1.5, 1.5 * gib);
export const windowsAtOnce = workers(1.5, 3 * gib);
