/** How many tests a computer runs at a time. */
import { availableParallelism, totalmem } from 'node:os';

const gib = 1024 ** 3;

/** As many as there are processors, and as memory has room for. @param perWorker memory of one at its most, bytes */
function workers(perProcessor: number, perWorker: number): number {
  const byMemory = Math.floor((totalmem() * 0.75) / perWorker);
  return Math.max(1, Math.min(Math.ceil(availableParallelism() * perProcessor), byMemory));
}

// Tests wait for processes, disks and what is drawn: half as many again as there are processors keep these at work.
export const nodeWorkers = workers(1.5, 1.5 * gib);
export const windowsAtOnce = workers(1.5, 3 * gib);
