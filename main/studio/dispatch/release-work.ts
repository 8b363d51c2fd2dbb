/** Release of shared jobs by a leaving station, which keeps paid jobs and unknown tasks. */
import { setTimeout as sleep } from 'node:timers/promises';
import { msg } from '../../../contract/messages/message.ts';
import type { SharedJob, Store } from '../../store/index.ts';
import type { SharedWork } from '../queue/queue-types.ts';

interface ReleaseContext {
  readonly store: Pick<Store, 'shared'>;
  readonly work: Pick<SharedWork, 'release'>;
}

const maxWaitMs = 20_000;
const checkIntervalMs = 200;

/** Releases unsent jobs. @throws StudioUnreachable */
export async function releaseUnstarted(
  { store, work }: ReleaseContext,
  shouldRelease: (job: SharedJob) => boolean = () => true,
): Promise<void> {
  for (const job of store.shared.open())
    if (job.state === 'queued' && shouldRelease(job) && (await work.release({ id: job.sharedId, fence: job.fence })))
      store.shared.lose(job.jobId, msg('studio.job.elsewhere'));
}

/**
 * Releases all jobs that others can continue: unsent ones, and those with a task that the studio knows. Waits some seconds for running
 * uploads and downloads. The caller stops new requests.
 * @param flush sends the outbox
 * @throws StudioUnreachable
 */
export async function releaseWork(context: ReleaseContext, flush: () => Promise<void>): Promise<void> {
  const { shared } = context.store;
  for (const end = performance.now() + maxWaitMs; performance.now() < end; await sleep(checkIntervalMs)) {
    await releaseUnstarted(context);
    if (shared.open().every(({ state }) => state === 'waiting' || state === 'queued')) break;
  }
  await flush();
  for (const { jobId, state } of shared.open())
    if (state === 'waiting' && !shared.hasUnheard(jobId)) shared.lose(jobId, msg('studio.job.elsewhere'));
}

/** Resolves when this station has no shared jobs and nothing unsent, or when `signal` aborts. */
export async function waitUntilIdle(
  { shared }: Pick<Store, 'shared'>,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: () => void },
): Promise<void> {
  let before = -1;
  while (!signal.aborted) {
    const left = shared.open().length;
    if (left === 0 && shared.outbox(1).length === 0 && shared.offers.count() === 0) return;
    if (left !== before) onProgress();
    before = left;
    await sleep(checkIntervalMs, undefined, { signal }).catch(() => undefined);
  }
}
