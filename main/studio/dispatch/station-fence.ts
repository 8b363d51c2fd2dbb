/** The fence of this station's shared jobs: nothing leaves, goes on leaving, or is shown, that another station may have by now. */

import { joinMessages, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { priceOf } from '../../../contract/services/costs.ts';
import { canCharge } from '../../../contract/services/profile.ts';
import { type Job, pathKey, type SharedJob, type Store } from '../../store/index.ts';
import { type StudioDatabase, StudioUnreachable } from '../connection/connection.ts';
import type { SharedWork, Spending } from '../queue/queue-types.ts';
import type { Shares } from '../shares/share-paths.ts';
import { removeDuplicateResults } from './duplicate-results.ts';
import type { Lease } from './station-lease.ts';

type Wait = { readonly kind: 'wait'; readonly ms: number; readonly why: MessageDescriptor };

/** As the pipeline asks for it (pipeline/flow/permits/studio-fence.ts). */
export interface StationFence {
  beforeSending(
    job: Job,
  ): Promise<
    | { kind: 'go' }
    | { kind: 'adopt'; taskId: string }
    | Wait
    | { kind: 'capped'; ms: number }
    | { kind: 'doubt' }
    | { kind: 'lost' }
  >;
  guardOf(jobId: number): (() => boolean) | null;
  beforePlacing(job: Job): Promise<{ kind: 'go' } | Wait | { kind: 'lost' }>;
  reserve(jobId: number, path: string, hash: string): Promise<boolean>;
  canPoll(jobId: number): boolean;
  /** The studio says that somebody else has the job, or nobody. */
  lost(jobId: number): Promise<void>;
  /** See duplicate-results.ts. @throws StudioUnreachable */
  withdrawDuplicates(): Promise<void>;
}

export interface FenceTools {
  readonly store: Pick<Store, 'shared' | 'jobs' | 'writtenFiles' | 'profiles' | 'ledger'>;
  readonly work: SharedWork;
  readonly shares: Shares;
  readonly lease: Lease;
  readonly database: Pick<StudioDatabase, 'isAway'>;
  readonly leaseMs: () => number;
  readonly abortJob: (jobIds: ReadonlySet<number>) => void;
  /** Tells the studio what it has not heard yet. */
  readonly flush: () => Promise<void>;
}

/** How soon a database that is away is asked again, ms. */
const askAgainAfter = 10_000;

export function createStationFence({
  store,
  work,
  shares,
  lease,
  database,
  leaseMs,
  abortJob: breakOff,
  flush,
}: FenceTools): StationFence {
  const waitOutcome = (why: MessageDescriptor): Wait => ({ kind: 'wait', ms: askAgainAfter, why });

  const withdraw = () => removeDuplicateResults({ store, work, shares });

  /** What is on its way, or at home, is worth going on with where nobody else has begun: with a fence of its own. */
  const losing = new Map<number, Promise<void>>();
  /** Whoever finds out: once for a job at a time, or the second would give up what the first has just taken up again. */
  function lost(jobId: number): Promise<void> {
    const before = losing.get(jobId);
    if (before !== undefined) return before;
    const now = loseOrReopen(jobId).finally(() => losing.delete(jobId));
    losing.set(jobId, now);
    return now;
  }

  /** Nobody else has begun with it: it is this station's again, with what it has. */
  async function isReopened(jobId: number, { sharedId: id, fence, state }: SharedJob): Promise<boolean> {
    const newFence = await work.reopen({ id, fence });
    if (newFence === null) return false;
    store.shared.refence(jobId, newFence);
    if (state === 'done') store.shared.bind(jobId, { sharedId: id, fence: newFence, counter: null });
    return true;
  }

  async function loseOrReopen(jobId: number): Promise<void> {
    const shared = store.shared.of(jobId);
    if (shared === null) return;
    const { state, fence, sharedId } = shared;
    // The studio may have heard how it ended here since it was asked: then nobody has it, and nobody else ended it.
    if (await work.isOurs({ id: sharedId, fence }, state)) return;
    const hasResult = (store.jobs.get(jobId)?.step ?? 0) > 0 && (state === 'queued' || state === 'preparing');
    if (hasResult && (await isReopened(jobId, shared))) return;
    if (state === 'queued' || state === 'preparing' || state === 'submitting') breakOff(new Set([jobId]));
    // Its answer is still to come: it may be taken up again with it.
    if (state === 'submitting') return;
    if (state === 'waiting' || state === 'fetching' || state === 'placing' || state === 'done') {
      if (await isReopened(jobId, shared)) return;
    }
    // It has come further meanwhile, or is held by another right: that is looked at anew.
    const now = store.shared.of(jobId);
    if (now === null || now.fence !== fence || now.state !== state) return;
    store.shared.lose(jobId, msg('studio.job.elsewhere'));
    await withdraw();
  }

  return {
    lost,
    withdrawDuplicates: withdraw,
    async beforeSending(job) {
      const shared = store.shared.of(job.id);
      if (shared === null) return { kind: 'go' };
      const requestedAt = lease.now();
      try {
        // What became of an earlier attempt is known before the next one.
        if (store.shared.hasUnheard(job.id)) await flush();
        const spending = spendingOf(job, store);
        const answer = await work.aboutToSend({ id: shared.sharedId, fence: shared.fence }, job.step, spending);
        if (answer.kind === 'lost') await lost(job.id);
        else lease.renew(requestedAt, leaseMs());
        if (answer.kind !== 'wait') return answer;
        const why = msg('studio.service.heldUp', { why: joinMessages(answer.message) });
        return { kind: 'wait', ms: answer.ms, why };
      } catch (error) {
        if (error instanceof StudioUnreachable) return waitOutcome(msg('studio.waitsToSend'));
        throw error;
      }
    },
    guardOf(jobId) {
      if (store.shared.of(jobId) === null) return null;
      return () => lease.isValid && store.shared.of(jobId) !== null;
    },
    async beforePlacing(job) {
      const shared = store.shared.of(job.id);
      if (shared === null) return { kind: 'go' };
      const item = { id: shared.sharedId, fence: shared.fence };
      try {
        if (await work.isOurs(item, job.state)) return { kind: 'go' };
        await lost(job.id);
        return store.shared.of(job.id) === null ? { kind: 'lost' } : { kind: 'go' };
      } catch (error) {
        if (!(error instanceof StudioUnreachable)) throw error;
        // It is paid, and here: it gets a place. Should somebody else have taken it over meanwhile, `lost` takes it back.
        return { kind: 'go' };
      }
    },
    async reserve(jobId, path, hash) {
      const shared = store.shared.of(jobId);
      const place = shared === null ? null : await shares.toShared(path);
      if (shared === null || place === null) return true;
      try {
        const file = { share: place.share, pathKey: pathKey(place.path) };
        return await work.reserve({ id: shared.sharedId, fence: shared.fence }, file, hash);
      } catch (error) {
        // The file system decides then, as it does on one computer.
        if (error instanceof StudioUnreachable) return true;
        throw error;
      }
    },
    canPoll: (jobId) => database.isAway || !store.shared.hasUnheardTask(jobId),
  };
}

/** What a job's next request may cost, and the limits of its service; null where that is free, or has no limit. */
function spendingOf(
  { operation, profileId }: Pick<Job, 'operation' | 'profileId'>,
  { profiles }: Pick<Store, 'profiles'>,
): Spending | null {
  const profile = profiles.get(profileId);
  if (profile === null || !canCharge(profile)) return null;
  const { perDay, perMonth } = profile.costs;
  const credits = priceOf(operation, profile.costs);
  if (credits === null) return null;
  return { credits, perDay, perMonth };
}
