/** Counts how often work that may end the whole process has ended it: written before the work, and taken back after it. */
import type { QueueContext } from '../context.ts';

export function perils({ db, lightly }: QueueContext) {
  const begin = db.prepare('UPDATE jobs SET perils = perils + 1 WHERE id = ?');
  const end = db.prepare('UPDATE jobs SET perils = 0 WHERE id = ? AND perils > 0');
  const of = db.prepare<[number], number>('SELECT perils FROM jobs WHERE id = ?').pluck();
  return {
    /** From here on, the process may end by what is done for the job; that takes nothing of what was written. */
    begin: (jobId: number): void => void lightly(() => begin.run(jobId)),
    /** It has not; or the user lets the job go on all the same. */
    end: (jobId: number): void => void lightly(() => end.run(jobId)),
    /** How often in a row it has begun and not ended. */
    of: (jobId: number): number => of.get(jobId) ?? 0,
  };
}
