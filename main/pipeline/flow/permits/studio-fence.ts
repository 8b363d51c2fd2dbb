/** The studio's permission for a shared job: to send it, to continue sending, and to place its results. Other jobs pass. */
import { type MessageDescriptor, msg } from '../../../../contract/messages/message.ts';
import type { Job, Store } from '../../../store/index.ts';
import { jobError, type Outcome } from '../../stage-outcome.ts';

export type FenceDecision =
  | { readonly kind: 'go' }
  /** A lost station has sent the step, and its task is known. */
  | { readonly kind: 'adopt'; readonly taskId: string }
  | { readonly kind: 'wait'; readonly ms: number; readonly why: MessageDescriptor }
  /** A lost station may have sent the step. */
  | { readonly kind: 'doubt' }
  /** Another station has the job, so this one must not write it. */
  | { readonly kind: 'lost' };

export interface Fence {
  /** Decides before a step is sent. With 'go', the other stations know that it is about to be sent. */
  beforeSending(job: Job): Promise<FenceDecision>;
  /** @see StageContext.guard */
  guardOf(jobId: number): (() => boolean) | null;
  /** Decides before results get their names. */
  beforePlacing(job: Job): Promise<Exclude<FenceDecision, { kind: 'adopt' | 'doubt' }>>;
  /** @see StageContext.reserve */
  reserve(jobId: number, path: string, hash: string): Promise<boolean>;
  /** Whether the other stations know the job's task, or cannot be reached. */
  canPoll(jobId: number): boolean;
}

const studioCheckIntervalMs = 60_000;

/** Returns the fence of a process in no studio. It passes all jobs except those left from a studio, which wait. */
export function noStudioFence({ shared }: Pick<Store, 'shared'>): Fence {
  const decide = async ({ id }: Job) =>
    shared.of(id) === null
      ? ({ kind: 'go' } as const)
      : ({ kind: 'wait', ms: studioCheckIntervalMs, why: msg('pipeline.ofStudio') } as const);
  return {
    beforeSending: decide,
    guardOf: () => null,
    beforePlacing: decide,
    reserve: async () => true,
    canPoll: () => true,
  };
}

type PreparedOutcome = Extract<Outcome, { kind: 'next' }>;

/** Returns the outcome of a job that is ready to be sent: `prepared` itself if it may be sent. */
export async function checkFenceBeforeSending(
  job: Job,
  prepared: PreparedOutcome,
  { fence, store }: { readonly fence: Fence; readonly store: Pick<Store, 'stepRuns'> },
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
    case 'doubt':
      return {
        kind: 'uncertain',
        error: jobError('uncertain', 'STATION_GONE', msg('pipeline.sentElsewhere'), 'decide'),
      };
    default:
      return waitOrBack(decision);
  }
}

/** Returns null if results may get their names. */
export async function checkFenceBeforePlacing(job: Job, fence: Fence): Promise<Outcome | null> {
  const decision = await fence.beforePlacing(job);
  return decision.kind === 'go' ? null : waitOrBack(decision);
}

function waitOrBack(decision: Extract<FenceDecision, { kind: 'wait' | 'lost' }>): Outcome {
  // A lost job has no lease here, so this outcome is not written.
  if (decision.kind === 'lost') return { kind: 'back' };
  return {
    kind: 'wait',
    ms: decision.ms,
    alsoQueued: true,
    error: jobError('network', 'STUDIO_WAITS', decision.why, 'none'),
  };
}
