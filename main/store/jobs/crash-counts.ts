/**
 * Counts how often work that may end the whole process has ended it. What is begun is noted in a small file, which outlasts the process
 * at once and costs next to nothing; the database learns of it only where the process did end.
 */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { QueueContext } from '../store-context.ts';

/** @param file where what is begun is noted */
export function crashCounts({ db, lightly }: Pick<QueueContext, 'db' | 'lightly'>, file: string) {
  const count = db.prepare('UPDATE jobs SET perils = perils + 1 WHERE id = ?');
  const forgive = db.prepare('UPDATE jobs SET perils = 0 WHERE id = ? AND perils > 0');
  const counted = db.prepare<[number], number>('SELECT perils FROM jobs WHERE id = ?').pluck();
  /** How often each job's work has begun and not ended, since the queue was taken. */
  const begun = new Map<number, number>();
  let open: number | null = null;
  let length = 0;

  /** In one write, which a process that ends does not break off in the middle. One that fails costs a count, and not the work. */
  function note(): void {
    const ids = [...begun].flatMap(([id, times]) => Array<number>(times).fill(id)).join(' ');
    try {
      open ??= openSync(file, 'w', 0o600);
      // What was longer before is written over.
      writeSync(open, ids.padEnd(length), 0);
      length = ids.length;
    } catch {
      // The disk is full, or gone: what follows says so.
    }
  }

  return {
    /** From here on, the process may end by what is done for the job. */
    start(jobId: number): void {
      begun.set(jobId, (begun.get(jobId) ?? 0) + 1);
      note();
    },
    /** It has not; or the user lets the job go on all the same. */
    end(jobId: number): void {
      begun.delete(jobId);
      note();
      if (counted.get(jobId) !== 0) lightly(() => forgive.run(jobId));
    },
    /** How often in a row it has begun and not ended. */
    of: (jobId: number): number => (counted.get(jobId) ?? 0) + (begun.get(jobId) ?? 0),
    /** Counts what was begun when the process ended that had the queue before. For whoever takes the queue, before anything is begun. */
    recall(): void {
      for (const id of noted(file)) count.run(id);
      begun.clear();
      note();
    },
    close(): void {
      if (open !== null) closeSync(open);
      open = null;
    },
  };
}

function noted(file: string): number[] {
  try {
    return readFileSync(file, 'utf8')
      .split(' ')
      .map(Number)
      .filter(Number.isInteger)
      .filter((id) => id > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
