/**
 * What stands between a job that stations share and what only one of them may do: sending it, going on to send it, and showing what came
 * of it. A job of this computer alone passes.
 */
import { type MessageDescriptor, msg } from '../../../../contract/messages/message.ts';
import type { Job, Store } from '../../../store/index.ts';
import { jobError, type Outcome } from '../../stage-outcome.ts';

/** An answer before something leaves this computer. */
export type FenceDecision =
  | { readonly kind: 'go' }
  /** The step has a task at the service already, of a station that is gone. */
  | { readonly kind: 'adopt'; readonly taskId: string }
  /** Not now; `why` for people. */
  | { readonly kind: 'wait'; readonly ms: number; readonly why: MessageDescriptor }
  /** It may have been sent before, by a station that is gone. */
  | { readonly kind: 'doubt' }
  /** Another station has the job; it is no longer this one's to write. */
  | { readonly kind: 'lost' };

export interface Fence {
  /** Before a step is sent; that it is about to be is known to the other stations when this says 'go'. */
  beforeSending(job: Job): Promise<FenceDecision>;
  /** See `StageContext.guard`. */
  guardOf(jobId: number): (() => boolean) | null;
  /** Before results get their names. */
  beforePlacing(job: Job): Promise<Exclude<FenceDecision, { kind: 'adopt' | 'doubt' }>>;
  /** See `StageContext.reserve`. */
  reserve(jobId: number, path: string, hash: string): Promise<boolean>;
  /** False while the other stations have not heard of the job's task, and could. */
  canPoll(jobId: number): boolean;
}

/** How soon it is looked again whether the studio is there, ms. */
const askAgainAfter = 60_000;

/** Of a process that takes part in no studio: what this computer has of one, from before, waits until it does. */
export function noStudioFence({ shared }: Pick<Store, 'shared'>): Fence {
  const ask = async ({ id }: Job) =>
    shared.of(id) === null
      ? ({ kind: 'go' } as const)
      : ({ kind: 'wait', ms: askAgainAfter, why: msg('pipeline.ofStudio') } as const);
  return {
    beforeSending: ask,
    guardOf: () => null,
    beforePlacing: ask,
    reserve: async () => true,
    canPoll: () => true,
  };
}

type Prepared = Extract<Outcome, { kind: 'next' }>;

/** What becomes of a job that is ready to be sent: `prepared` itself where it may be. */
export async function checkFenceBeforeSending(
  job: Job,
  prepared: Prepared,
  { fence, store }: { readonly fence: Fence; readonly store: Pick<Store, 'stepRuns'> },
): Promise<Outcome> {
  const answer = await fence.beforeSending(job);
  switch (answer.kind) {
    case 'go':
      return prepared;
    case 'adopt':
      return {
        ...prepared,
        commit: () => {
          const alternative = prepared.commit?.();
          if (!alternative) store.stepRuns.task(job.id, job.step, answer.taskId);
          return alternative;
        },
      };
    case 'doubt':
      return {
        kind: 'uncertain',
        error: jobError('uncertain', 'STATION_GONE', msg('pipeline.sentElsewhere'), 'decide'),
      };
    default:
      return waitOrBack(answer);
  }
}

/** Null where results may get their names. */
export async function checkFenceBeforePlacing(job: Job, fence: Fence): Promise<Outcome | null> {
  const answer = await fence.beforePlacing(job);
  return answer.kind === 'go' ? null : waitOrBack(answer);
}

function waitOrBack(answer: Extract<FenceDecision, { kind: 'wait' | 'lost' }>): Outcome {
  // Whoever lost it has no lease any more: nothing is written of this.
  if (answer.kind === 'lost') return { kind: 'back' };
  return {
    kind: 'wait',
    ms: answer.ms,
    alsoQueued: true,
    error: jobError('network', 'STUDIO_WAITS', answer.why, 'none'),
  };
}
