/** Progress within a state, in memory. Reported four times a second at most. */
import type { JobProgress } from '../../../../contract/jobs/job.ts';
import type { StoreContext } from '../../store-context.ts';

const reportIntervalMs = 250;

export type Progress = ReturnType<typeof progress>;

export function progress({ now, changes }: Omit<StoreContext, 'db'>) {
  const current = new Map<number, JobProgress>();
  const reportedAt = new Map<number, number>();
  return {
    of: (jobId: number): JobProgress | null => current.get(jobId) ?? null,
    /** @param fraction 0 to 1; null if unknown */
    set(jobId: number, activity: JobProgress['activity'], fraction: number | null): void {
      const before = current.get(jobId);
      const isSameActivity = before?.activity === activity;
      current.set(jobId, { activity, fraction, since: isSameActivity ? before.since : now() });
      // If the clock was set back, do not wait until it catches up.
      const age = now() - (reportedAt.get(jobId) ?? 0);
      if (isSameActivity && fraction !== 1 && age >= 0 && age < reportIntervalMs) return;
      reportedAt.set(jobId, now());
      changes.run(jobId);
    },
    clear(jobId: number): void {
      reportedAt.delete(jobId);
      if (current.delete(jobId)) changes.run(jobId);
    },
  };
}
