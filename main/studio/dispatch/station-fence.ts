/** The fence of this station's shared jobs: nothing is sent or shown that another station may have. Other jobs pass. */
import { joinMessages, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { priceOf } from '../../../contract/services/costs.ts';
import { canCharge } from '../../../contract/services/profile.ts';
import { type Job, pathKey, type Store } from '../../store/index.ts';
import { type StudioDatabase, StudioUnreachable } from '../connection/studio-database.ts';
import type { SharedWork, Spending } from '../queue/queue-types.ts';
import type { Shares } from '../shares/shared-path.ts';
import type { Lease } from './station-lease.ts';

type Wait = { readonly kind: 'wait'; readonly ms: number; readonly why: MessageDescriptor };

/** The pipeline's interface (`pipeline/flow/permits/studio-fence.ts`). */
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
}

interface FenceContext {
  readonly store: Pick<Store, 'shared' | 'profiles'>;
  readonly work: SharedWork;
  readonly shares: Shares;
  readonly lease: Lease;
  /** See `DisputedJobs.handle`. */
  readonly onLost: (jobId: number) => Promise<void>;
  readonly database: Pick<StudioDatabase, 'isAway'>;
  readonly leaseMs: () => number;
  /** Whether the station is not leaving. */
  readonly canStart: () => boolean;
  /** Sends the outbox. */
  readonly flush: () => Promise<void>;
}

const retryMs = 10_000;
const handOverRetryMs = 2000;

export function createStationFence(context: FenceContext): StationFence {
  const { store, work, shares, lease, onLost, database, flush } = context;
  return {
    async beforeSending(job) {
      const shared = store.shared.of(job.id);
      if (shared === null) return { kind: 'go' };
      if (!context.canStart()) return { kind: 'wait', ms: handOverRetryMs, why: msg('studio.leaving') };
      const requestedAt = lease.now();
      try {
        // The studio must know the outcome of earlier attempts first.
        if (store.shared.hasUnheard(job.id)) await flush();
        const spending = spendingOf(job, store);
        const permission = await work.requestSend({ id: shared.sharedId, fence: shared.fence }, job.step, spending);
        if (permission.kind === 'lost') await onLost(job.id);
        else lease.renew(requestedAt, context.leaseMs());
        if (permission.kind !== 'wait') return permission;
        const why = msg('studio.service.heldUp', { why: joinMessages(permission.message) });
        return { kind: 'wait', ms: permission.ms, why };
      } catch (error) {
        if (!(error instanceof StudioUnreachable)) throw error;
        return { kind: 'wait', ms: retryMs, why: msg('studio.waitsToSend') };
      }
    },
    guardOf(jobId) {
      if (store.shared.of(jobId) === null) return null;
      return () => lease.isValid && store.shared.of(jobId) !== null;
    },
    async beforePlacing(job) {
      const shared = store.shared.of(job.id);
      if (shared === null) return { kind: 'go' };
      try {
        if (await work.isOwn({ id: shared.sharedId, fence: shared.fence }, job.state)) return { kind: 'go' };
        await onLost(job.id);
        return store.shared.of(job.id) === null ? { kind: 'lost' } : { kind: 'go' };
      } catch (error) {
        if (!(error instanceof StudioUnreachable)) throw error;
        // Place the result, which is paid. If another station has the job, the duplicate is removed later.
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
        // The file system decides, as on one computer.
        if (error instanceof StudioUnreachable) return true;
        throw error;
      }
    },
    canPoll: (jobId) => database.isAway || !store.shared.hasUnheardTask(jobId),
  };
}

/** Returns the cost of a job's next request with its limits, or null if it is free or its price unknown. */
function spendingOf(
  { operation, profileId }: Pick<Job, 'operation' | 'profileId'>,
  { profiles }: Pick<Store, 'profiles'>,
): Spending | null {
  const profile = profiles.get(profileId);
  if (profile === null || !canCharge(profile)) return null;
  const { perDay, perMonth } = profile.costs;
  const credits = priceOf(operation, profile.costs);
  return credits === null ? null : { credits, perDay, perMonth };
}
