/** The studio's permission to send a shared job and to place its results. Other jobs pass. */
import { type MessageDescriptor, msg } from '../../../../contract/messages/message.ts';
import type { Job, Store } from '../../../store/index.ts';
import { jobError, type Outcome } from '../../stage-outcome.ts';

type FenceDecision =
  | { readonly kind: 'go' }
  /** A lost station has sent the step. */
  | { readonly kind: 'adopt'; readonly taskId: string }
  | { readonly kind: 'wait'; readonly ms: number; readonly why: MessageDescriptor }
  /** A limit of all stations. */
  | { readonly kind: 'capped'; readonly ms: number }
  /** A lost station may have sent the step. */
  | { readonly kind: 'doubt' }
  /** Another station has the job. */
  | { readonly kind: 'lost' };

export interface Fence {
  /** Decides before a step is sent, and announces it to the other stations. */
  beforeSending(job: Job): Promise<FenceDecision>;
  /** @see StageContext.guard */
  guardOf(jobId: number): (() => boolean) | null;
  beforePlacing(job: Job): Promise<Exclude<FenceDecision, { kind: 'adopt' | 'doubt' | 'capped' }>>;
  /** @see StageContext.reserve */
  reserve(jobId: number, path: string, hash: string): Promise<boolean>;
  /** Whether the other stations know the job's task, or are unreachable. */
  canPoll(jobId: number): boolean;
}

const studioCheckIntervalMs = 60_000;

/** Returns the fence of a process in no studio. Jobs left from a studio wait. */
export function noStudioFence(): Fence {
  const decide = async ({ isShared }: Job) =>
    isShared
      ? ({ kind: 'wait', ms: studioCheckIntervalMs, why: msg('pipeline.ofStudio') } as const)
      : ({ kind: 'go' } as const);
  return {
    beforeSending: decide,
    guardOf: () => null,
    beforePlacing: decide,
    reserve: async () => true,
    canPoll: () => true,
  };
}

type PreparedOutcome = Extract<Outcome, { kind: 'next' }>;

/** Returns `prepared` itself if the job may be sent. */
export async function checkFenceBeforeSending(
  job: Job,
  prepared: PreparedOutcome,
  { fence, store }: { readonly fence: Fence; readonly store: Pick<Store, 'stepRuns'> },
  onCapped: (ms: number) => Outcome,
): Promise<Outcome> {
  const decision = await fence.beforeSending(job);
  switch (decision.kind) {
    case 'go':
      return prepared;
    case 'adopt':
      return {
        ...prepared,
        commit: () => {
          const alternative = prepared.commit?.();
          if (!alternative) store.stepRuns.task(job.id, job.step, decision.taskId);
          return alternative;
        },
      };
    case 'capped':
      return onCapped(decision.ms);
    case 'doubt':
      return {
        kind: 'uncertain',
        error: jobError('uncertain', 'STATION_GONE', msg('pipeline.sentElsewhere'), 'decide'),
      };
    default:
      return waitOrBack(decision);
  }
}

/** Returns null if results may be placed. */
export async function checkFenceBeforePlacing(job: Job, fence: Fence): Promise<Outcome | null> {
  const decision = await fence.beforePlacing(job);
  return decision.kind === 'go' ? null : waitOrBack(decision);
}

function waitOrBack(decision: Extract<FenceDecision, { kind: 'wait' | 'lost' }>): Outcome {
  // Without a lease, this outcome is not written.
  if (decision.kind === 'lost') return { kind: 'back' };
  return {
    kind: 'wait',
    ms: decision.ms,
    alsoQueued: true,
    error: jobError('network', 'STUDIO_WAITS', decision.why, 'none'),
  };
}
