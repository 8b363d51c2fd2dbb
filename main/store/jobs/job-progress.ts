/** Where running jobs are, more finely than their state; kept in memory, told at most four times a second each. */
import type { JobProgress } from '../../../contract/jobs/job.ts';
import type { StoreContext } from '../store-context.ts';

const reportIntervalMs = 250;

export type Progress = ReturnType<typeof progress>;

export function progress({ now, changes }: Omit<StoreContext, 'db'>) {
  const current = new Map<number, JobProgress>();
  const reportedAt = new Map<number, number>();
  return {
    of: (jobId: number): JobProgress | null => current.get(jobId) ?? null,
    /** Notes an activity and how far it is (0 to 1, null where that cannot be known). */
    set(jobId: number, activity: JobProgress['activity'], fraction: number | null): void {
      const before = current.get(jobId);
      const isSameActivity = before?.activity === activity;
      current.set(jobId, { activity, fraction, since: isSameActivity ? before.since : now() });
      // Of a clock that was set back nobody must wait for the time to come again.
      const age = now() - (reportedAt.get(jobId) ?? 0);
      if (isSameActivity && fraction !== 1 && age >= 0 && age < reportIntervalMs) return;
      reportedAt.set(jobId, now());
      changes.jobs([jobId]);
    },
    clear(jobId: number): void {
      reportedAt.delete(jobId);
      if (current.delete(jobId)) changes.jobs([jobId]);
    },
  };
}
