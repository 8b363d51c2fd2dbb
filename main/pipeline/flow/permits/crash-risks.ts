/** Work that may crash the process. It is recorded before it starts, and suspects run alone. */
import type { Job, Store } from '../../../store/index.ts';

export interface CrashRisks {
  /** Runs `work` for a job; alone if the job's work never ended before, so that a second crash has one cause. */
  run<T>(job: Pick<Job, 'id' | 'crashes'>, work: () => Promise<T>): Promise<T>;
}

export function createCrashRisks({ crashCounts }: Pick<Store, 'crashCounts'>): CrashRisks {
  let running = 0;
  let isAlone = false;
  const queue: { readonly needsToBeAlone: boolean; readonly start: () => void }[] = [];

  function next(): void {
    for (let [first] = queue; first && !isAlone && (!first.needsToBeAlone || running === 0); [first] = queue) {
      queue.shift();
      running += 1;
      isAlone = first.needsToBeAlone;
      first.start();
    }
  }

  return {
    async run(job, work) {
      const isSuspect = crashCounts.of(job) > 0;
      await new Promise<void>((start) => {
        queue.push({ needsToBeAlone: isSuspect, start });
        next();
      });
      try {
        crashCounts.start(job.id);
        return await work();
      } finally {
        running -= 1;
        if (isSuspect) isAlone = false;
        crashCounts.end(job);
        next();
      }
    },
  };
}
