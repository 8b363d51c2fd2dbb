/** A limited number of slots for concurrent work, acquired in order. */

export interface Semaphore {
  /** Runs `work` once a slot is free. Rejects with the signal's reason if it is aborted before that. */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  readonly running: number;
  readonly queued: number;
}

/** @param limit number of slots; read each time, so it may change */
export function createSemaphore(limit: () => number): Semaphore {
  let running = 0;
  const queue: (() => void)[] = [];
  const next = () => {
    while (running < limit() && queue.length > 0) queue.shift()?.();
  };
  return {
    async run(signal, work) {
      signal.throwIfAborted();
      await new Promise<void>((resolve, reject) => {
        const start = () => {
          signal.removeEventListener('abort', onAbort);
          running += 1;
          resolve();
        };
        const onAbort = () => {
          const index = queue.indexOf(start);
          if (index >= 0) queue.splice(index, 1);
          reject(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        queue.push(start);
        next();
      });
      try {
        return await work();
      } finally {
        running -= 1;
        next();
      }
    },
    get running() {
      return running;
    },
    get queued() {
      return queue.length;
    },
  };
}
