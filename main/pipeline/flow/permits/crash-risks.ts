/** Work that may end the whole process: counted ahead, and what is under suspicion has its turn alone. */
import type { Store } from '../../../store/index.ts';

export interface CrashRisks {
  /**
   * Runs `work` for a job. One whose work has begun and not ended before, as far as the database knows, runs with no other
   * beside it: should the process end again, it is known by what.
   */
  run<T>(jobId: number, work: () => Promise<T>): Promise<T>;
}

export function createCrashRisks({ perils }: Pick<Store, 'perils'>): CrashRisks {
  let running = 0;
  let isAlone = false;
  const queue: { readonly alone: boolean; readonly start: () => void }[] = [];

  function next(): void {
    for (let [first] = queue; first && !isAlone && (!first.alone || running === 0); [first] = queue) {
      queue.shift();
      running += 1;
      isAlone = first.alone;
      first.start();
    }
  }

  return {
    async run(jobId, work) {
      const isSuspect = perils.of(jobId) > 0;
      await new Promise<void>((start) => {
        queue.push({ alone: isSuspect, start });
        next();
      });
      try {
        perils.start(jobId);
        return await work();
      } finally {
        running -= 1;
        if (isSuspect) isAlone = false;
        perils.end(jobId);
        next();
      }
    },
  };
}
