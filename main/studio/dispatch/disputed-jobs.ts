/** Jobs of this station that another one may have got while this one was lost: continued if possible, else given up. */
import { msg } from '../../../contract/messages/message.ts';
import type { SharedJob, Store } from '../../store/index.ts';
import type { SharedWork } from '../queue/queue-types.ts';
import type { Shares } from '../shares/shared-path.ts';
import { removeDuplicateResults } from './duplicate-results.ts';

export interface DisputedJobs {
  /** Continues a job with a new fence, or gives it up. Concurrent calls share a run. @throws StudioUnreachable */
  handle(jobId: number): Promise<void>;
  /** @see removeDuplicateResults */
  removeDuplicates(): Promise<void>;
}

interface DisputedJobsContext {
  readonly store: Pick<Store, 'shared' | 'jobs' | 'writtenFiles'>;
  readonly work: SharedWork;
  readonly shares: Shares;
  readonly abortJob: (jobIds: ReadonlySet<number>) => void;
}

export function createDisputedJobs(context: DisputedJobsContext): DisputedJobs {
  const running = new Map<number, Promise<void>>();
  return {
    handle(jobId) {
      const existing = running.get(jobId);
      if (existing !== undefined) return existing;
      const run = reopenOrLose(jobId, context).finally(() => running.delete(jobId));
      running.set(jobId, run);
      return run;
    },
    removeDuplicates: () => removeDuplicateResults(context),
  };
}

async function reopenOrLose(jobId: number, context: DisputedJobsContext): Promise<void> {
  const { store, work, abortJob } = context;
  const shared = store.shared.of(jobId);
  if (shared === null) return;
  const { state, fence, sharedId } = shared;
  // The studio may have received the outcome since the heartbeat.
  if (await work.isOwn({ id: sharedId, fence }, state)) return;
  const isUnsent = state === 'queued' || state === 'preparing';
  const hasEarlierStep = isUnsent && (store.jobs.get(jobId)?.step ?? 0) > 0;
  if (hasEarlierStep && (await isReopened(jobId, shared, context))) return;
  if (isUnsent || state === 'submitting') abortJob(new Set([jobId]));
  // Wait for the response, because the job may be reopened with it.
  if (state === 'submitting') return;
  const hasTaskOrResult = state === 'waiting' || state === 'fetching' || state === 'placing' || state === 'done';
  if (hasTaskOrResult && (await isReopened(jobId, shared, context))) return;
  // If the job has progressed or has another fence, it is judged again later.
  const current = store.shared.of(jobId);
  if (current === null || current.fence !== fence || current.state !== state) return;
  store.shared.lose(jobId, msg('studio.job.elsewhere'));
  await removeDuplicateResults(context);
}

/** Reopens a job unless another station has begun it. */
async function isReopened(
  jobId: number,
  { sharedId: id, fence, state }: SharedJob,
  { store, work }: DisputedJobsContext,
): Promise<boolean> {
  const newFence = await work.reopen({ id, fence });
  if (newFence === null) return false;
  store.shared.refence(jobId, newFence);
  if (state === 'done') store.shared.bind(jobId, { sharedId: id, fence: newFence, counter: null });
  return true;
}
