/** Turns the outcome of a stage into the job's next row: the only place where the pipeline moves jobs. */
import type { JobError, JobState } from '../../preload/contract/job.ts';
import type { Hold, Job, MoveDetails, Store } from '../store/index.ts';
import { backoffMs, maxAttempts } from './backoff.ts';
import type { Clock } from './clock.ts';
import type { Outcome } from './outcome.ts';

/** ms until a job on its way home is taken up again, when its service was not to be had. */
const backMs = 2000;

export interface SettleTools {
  readonly store: Store;
  readonly clock: Clock;
  /** 0 to below 1. */
  readonly random: () => number;
  /** Of the job's profile: what is done again on the built-in engine costs nothing. */
  readonly isBuiltIn: (profileId: string) => boolean;
}

/**
 * Writes what became of `job` (in the state its stage ran in) and returns how it stands now.
 * @throws LostLease when the job was cancelled or moved by somebody else meanwhile
 */
export function settle(job: Job, outcome: Outcome, tools: SettleTools): Hold {
  const { store } = tools;
  return store.transaction(() => {
    switch (outcome.kind) {
      case 'next': {
        const { to, event, step } = outcome;
        outcome.commit?.();
        return store.moves.move(job, to, {
          error: null,
          ...(event ? { event } : {}),
          // A new step begins with a clean slate.
          ...(step === undefined ? {} : { step, attempts: 0 }),
        });
      }
      case 'retry':
        return retry(job, outcome.error, outcome.after, tools);
      case 'wait': {
        // In the queue, the lane's pause keeps it back; on the way home it waits by itself.
        const pause = outcome.ms ?? backoffMs(3, tools.random());
        const runAfter = placeToWait(job.state) === 'queued' ? 0 : tools.clock.now() + pause;
        return again(job, tools, { runAfter, error: outcome.error, ...withoutAttempt(job) });
      }
      case 'stop':
        return again(job, tools, {
          error: outcome.error,
          ...withoutAttempt(job),
          event: { kind: 'notice', text: outcome.error.message },
        });
      case 'back':
        // On the way home, not at once: what is not to be had now will not be a moment later.
        return again(job, tools, {
          runAfter: placeToWait(job.state) === 'queued' ? 0 : tools.clock.now() + backMs,
          ...withoutAttempt(job),
        });
      case 'fail':
        return fail(job, outcome.error, outcome.spent ?? false, tools);
      case 'uncertain':
        return tools.isBuiltIn(job.profileId)
          ? retry(job, outcome.error, undefined, tools)
          : store.moves.move(job, 'uncertain', {
              error: outcome.error,
              event: { kind: 'error', text: outcome.error.message },
            });
      default:
        return outcome satisfies never;
    }
  });
}

/** Where a job goes to be tried again from `state`: what is at the service, or home already, is not asked for anew. */
function placeToWait(state: JobState): 'queued' | 'here' {
  return state === 'preparing' || state === 'submitting' ? 'queued' : 'here';
}

function again(job: Job, { store }: SettleTools, details: MoveDetails): Hold {
  return placeToWait(job.state) === 'queued'
    ? store.moves.move(job, 'queued', details)
    : store.moves.park(job, details);
}

/** Gives back the attempt that the claim counted. */
function withoutAttempt(job: Job): Pick<MoveDetails, 'attempts'> {
  return placeToWait(job.state) === 'queued' ? { attempts: Math.max(0, job.attempts - 1) } : {};
}

function retry(job: Job, error: JobError, after: number | undefined, tools: SettleTools): Hold {
  const { store, clock, random } = tools;
  const inQueue = placeToWait(job.state) === 'queued';
  // The claim has counted the attempt already; the stages behind it count their own.
  const attempts = inQueue ? job.attempts : job.attempts + 1;
  if (attempts >= maxAttempts) {
    const message = `${error.message} Tried ${attempts} times.`;
    return fail(job, { ...error, message }, false, tools);
  }
  const pause = after ?? backoffMs(attempts, random());
  const details: MoveDetails = {
    attempts,
    error,
    runAfter: clock.now() + pause,
    event: { kind: 'retry', text: `${error.message} Next try in ${Math.ceil(pause / 1000)} s.` },
  };
  if (job.state !== 'waiting') return again(job, tools, details);
  // The engine has lost the task: it is made again.
  store.stepRuns.spent(job.id, job.step);
  return store.moves.move(job, 'queued', details);
}

function fail(job: Job, error: JobError, spent: boolean, { store }: SettleTools): Hold {
  if (spent) store.stepRuns.spent(job.id, job.step);
  return store.moves.move(job, 'failed', { error, event: { kind: 'error', text: error.message } });
}
