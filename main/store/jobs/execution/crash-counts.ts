/**
 * Counts how often processing a job ended the whole process. Running work is listed in a small file, which survives the
 * process and costs almost nothing. The database counts only real crashes.
 */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { QueueContext } from '../../store-context.ts';

/** @param file lists the running jobs */
export function crashCounts({ db, lightly }: Pick<QueueContext, 'db' | 'lightly'>, file: string) {
  const increment = db.prepare('UPDATE jobs SET perils = perils + 1 WHERE id = ?');
  const reset = db.prepare('UPDATE jobs SET perils = 0 WHERE id = ? AND perils > 0');
  const count = db.prepare<[number], number>('SELECT perils FROM jobs WHERE id = ?').pluck();
  /** Number of unfinished starts of each job since this process runs the queue. */
  const running = new Map<number, number>();
  let descriptor: number | null = null;
  let length = 0;

  /** Writes the list at once, so that a crash cannot truncate it. A failed write loses a count, not the work. */
  function writeList(): void {
    const ids = [...running].flatMap(([id, times]) => Array<number>(times).fill(id)).join(' ');
    try {
      descriptor ??= openSync(file, 'w', 0o600);
      // Pad with spaces to overwrite a longer list.
      writeSync(descriptor, ids.padEnd(length), 0);
      length = ids.length;
    } catch {
      // The disk is full or unavailable. Later writes of the job report this.
    }
  }

  return {
    /** Marks the start of work on a job that may end the process. */
    start(jobId: number): void {
      running.set(jobId, (running.get(jobId) ?? 0) + 1);
      writeList();
    },
    /** Resets the count: the work ended normally, or the user wants to continue. */
    end(jobId: number): void {
      running.delete(jobId);
      writeList();
      if (count.get(jobId) !== 0) lightly(() => reset.run(jobId));
    },
    /** Returns the number of consecutive starts without an end. */
    of: (jobId: number): number => (count.get(jobId) ?? 0) + (running.get(jobId) ?? 0),
    /** Counts the jobs that were running when the previous queue owner ended. A new queue owner calls it first. */
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
