/**
 * Counts how often a job ended the process. A small file lists running jobs, because it survives a crash and costs
 * almost nothing.
 */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { QueueContext } from '../../store-context.ts';
import type { Job } from '../job-rows.ts';

type CountedJob = Pick<Job, 'id' | 'crashes'>;

export function crashCounts({ db, lightly }: Pick<QueueContext, 'db' | 'lightly'>, file: string) {
  const increment = db.prepare('UPDATE jobs SET perils = perils + 1 WHERE id = ?');
  const reset = db.prepare('UPDATE jobs SET perils = 0 WHERE id = ? AND perils > 0');
  /** Unfinished starts per job. */
  const running = new Map<number, number>();
  let descriptor: number | null = null;
  let length = 0;

  /** Writes at once, so that a crash cannot truncate the list. Failing costs a count, not the work. */
  function writeList(): void {
    const ids = [...running].flatMap(([id, times]) => Array<number>(times).fill(id)).join(' ');
    try {
      descriptor ??= openSync(file, 'w', 0o600);
      // Padding overwrites a longer list.
      writeSync(descriptor, ids.padEnd(length), 0);
      length = ids.length;
    } catch {
      // Later writes report a full or missing disk.
    }
  }

  return {
    start(jobId: number): void {
      running.set(jobId, (running.get(jobId) ?? 0) + 1);
      writeList();
    },
    /** Resets the count after a normal end, or if the user continues. */
    end({ id, crashes }: CountedJob): void {
      running.delete(id);
      writeList();
      if (crashes > 0) lightly(() => reset.run(id));
    },
    /** Consecutive starts without an end. */
    of: ({ id, crashes }: CountedJob): number => crashes + (running.get(id) ?? 0),
    /** Counts jobs left by the previous queue owner. A new owner calls it first. */
    recall(): void {
      for (const id of readList(file)) increment.run(id);
      running.clear();
      writeList();
    },
    close(): void {
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    },
  };
}

function readList(file: string): number[] {
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
