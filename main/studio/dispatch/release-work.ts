/** How a station hands over what it has of the studio's when it leaves: nothing that is paid, or not heard of yet, is given away. */
import { setTimeout as sleep } from 'node:timers/promises';
import { msg } from '../../../contract/messages/message.ts';
import type { SharedJob, Store } from '../../store/index.ts';
import type { SharedWork } from '../queue/queue-types.ts';

interface LeavingTools {
  readonly store: Pick<Store, 'shared'>;
  readonly work: Pick<SharedWork, 'release'>;
}

/** Gives back what was not begun with, for others to do. @throws StudioUnreachable */
export async function releaseUnstarted(
  { store, work }: LeavingTools,
  shouldRelease: (job: SharedJob) => boolean = () => true,
): Promise<void> {
  for (const job of store.shared.open())
    if (job.state === 'queued' && shouldRelease(job) && (await work.release({ id: job.sharedId, fence: job.fence })))
      store.shared.lose(job.jobId, msg('studio.job.elsewhere'));
}

/** What is being sent or fetched is waited for so long, ms. */
const patienceMs = 20_000;
const checkEvery = 200;

/**
 * Gives back all that others can go on with: what was not begun with, and what is at the service as a task that they know of. What is
 * being sent or fetched has some time to get there; what is still under way then stays here, as a killed station's would. Nothing new is
 * sent meanwhile: the caller sees to that.
 * @param flush tells the studio what it has not heard yet
 * @throws StudioUnreachable
 */
export async function releaseWork(context: LeavingTools, flush: () => Promise<void>): Promise<void> {
  const { shared } = context.store;
  for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(checkEvery)) {
    await releaseUnstarted(context);
    if (shared.open().every(({ state }) => state === 'waiting' || state === 'queued')) break;
  }
  await flush();
  for (const { jobId, state } of shared.open())
    if (state === 'waiting' && !shared.hasUnheard(jobId)) shared.lose(jobId, msg('studio.job.elsewhere'));
}

/** Resolves when nothing of the studio's is under way here, and the studio has heard of all that was; or when `signal` is aborted. */
export async function waitUntilIdle(
  { store: { shared } }: Pick<LeavingTools, 'store'>,
  { signal, onHolds }: { readonly signal: AbortSignal; readonly onHolds: () => void },
): Promise<void> {
  let before = -1;
  while (!signal.aborted) {
    const left = shared.open().length;
    if (left === 0 && shared.outbox(1).length === 0 && shared.offers.count() === 0) return;
    if (left !== before) onHolds();
    before = left;
    await sleep(checkEvery, undefined, { signal }).catch(() => undefined);
  }
}
