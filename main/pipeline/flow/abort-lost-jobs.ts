/** Ends work on jobs that are nobody's business here any more. */
import { LostLease, type Store, type StoreChange } from '../../store/index.ts';
import type { Poller } from './permits/task-poller.ts';
import type { Run } from './run-job.ts';

export interface RunningJobs {
  readonly store: Pick<Store, 'jobs' | 'moves' | 'progress'>;
  readonly runs: Iterable<Run>;
  readonly poller: Pick<Poller, 'jobs' | 'remove'>;
}

/** Breaks off work on jobs that were cancelled or taken away. */
export function abortLostJobs(change: StoreChange, { store, runs, poller }: RunningJobs): void {
  const touched = (jobId: number) => change.foreign || change.jobs.has(jobId);
  for (const run of runs) {
    if (!touched(run.jobId)) continue;
    // As it is nearly always: the change was made by the work itself.
    if (run.phase !== 'polling' && store.moves.leaseOf(run.jobId) === run.lease) continue;
    const state = store.jobs.get(run.jobId)?.state ?? 'cancelled';
    if (run.phase !== 'polling' || state !== 'waiting') run.abort.abort(new LostLease(run.jobId, state));
  }
  for (const jobId of [...poller.jobs()].filter(touched)) {
    if (store.jobs.get(jobId)?.state === 'waiting') continue;
    poller.remove(jobId);
    store.progress.clear(jobId);
  }
}
