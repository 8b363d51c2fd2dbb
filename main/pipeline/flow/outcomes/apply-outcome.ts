/** Turns the outcome of a stage into the job's next row. This is the only place where the pipeline moves jobs. */
import { isSameMessage } from '../../../../contract/messages/message.ts';
import type { Clock } from '../../../clock.ts';
import type { Job, MoveDetails } from '../../../store/index.ts';
import type { Outcome } from '../../stage-outcome.ts';
import { uncertainOutcome, wasRejected } from '../../stages/submit.ts';
import { backoffMs, maxAttempts } from './backoff.ts';
import {
  canRepeatRequest,
  countFailure,
  failJob,
  type OutcomeContext,
  repeatRequest,
  requeueOrPark,
  resendForFree,
  retriesInQueue,
  retryStage,
} from './job-retries.ts';

export type { OutcomeContext } from './job-retries.ts';

const resumeDelayMs = 2000;

/**
 * Writes the outcome of the stage that ran in the job's state, and settles its charge. In the caller's transaction, which
 * may run it twice.
 * @throws LostLease if the job was canceled or moved meanwhile
 */
export function applyOutcome(job: Job, outcome: Outcome, context: OutcomeContext): Job {
  const { stepRuns, ledger } = context.store;
  // Before the charge is settled.
  if (isAtService(job) && outcome.kind !== 'next') ledger.copyServiceIds(job.id);
  if (wasSubmittedBefore(job, context)) {
    // The outcome of this attempt does not settle the previous one.
    const isOver = outcome.kind === 'fail' || (outcome.kind === 'retry' && countFailure(job).times >= maxAttempts);
    return settleIfReceived(job, moveJob(job, isOver ? uncertainOutcome(outcome.error.code) : outcome, context));
  }
  if (job.state === 'submitting' && wasRejected(outcome)) {
    stepRuns.notTaken(job.id, job.step);
    ledger.settle(job.id, 'not-charged');
  } else if (outcome.kind === 'fail' && isAtService(job)) {
    // A failed task is free. A direct response without a subject is charged.
    ledger.settle(job.id, job.state === 'waiting' ? 'not-charged' : 'charged');
  }
  return settleIfReceived(job, moveJob(job, outcome, context));

  function settleIfReceived(before: Job, moved: Job): Job {
    if (isAtService(before) && outcome.kind === 'next') ledger.copyServiceIds(before.id);
    if (moved.state === 'fetching') ledger.settle(before.id, 'charged');
    return moved;
  }
}

/** Whether an earlier request with the same idempotency key is unsettled. */
function wasSubmittedBefore({ id, state }: Job, { store }: OutcomeContext): boolean {
  if (!retriesInQueue(state)) return false;
  const charge = store.ledger.open(id);
  return charge !== null && (state === 'preparing' || charge.times > 1);
}

const isAtService = ({ state }: Pick<Job, 'state'>) => state === 'submitting' || state === 'waiting';

function moveJob(job: Job, outcome: Outcome, context: OutcomeContext): Job {
  const { clock, random } = context;
  switch (outcome.kind) {
    case 'next':
      return moveToNext(job, outcome, context);
    case 'retry':
      return retryStage(job, outcome.error, outcome.after, context);
    case 'wait': {
      const delayMs = Math.max(outcome.ms ?? 0, backoffMs(3, random()));
      const isHeldByLane = retriesInQueue(job.state) && !outcome.alsoQueued;
      const runAfter = isHeldByLane ? 0 : clock.now() + delayMs;
      return requeueOrPark(job, context, { runAfter, error: outcome.error, ...withoutAttempt(job) });
    }
    case 'stop': {
      const { error } = outcome;
      // A repeated reason gets no second event.
      const isNew = error.code !== job.error?.code || !isSameMessage(error.message, job.error.message);
      return requeueOrPark(job, context, {
        runAfter: resumeTime(job, clock),
        error,
        ...withoutAttempt(job),
        ...(isNew ? { event: { kind: 'notice', text: error.message } } : {}),
      });
    }
    case 'back':
      return requeueOrPark(job, context, { runAfter: resumeTime(job, clock), ...withoutAttempt(job) });
    case 'closed':
      return waitForFolder(job, outcome, context);
    case 'fail':
      return failJob(job, outcome.error, outcome.spent ?? false, context);
    case 'uncertain':
      if (canRepeatRequest(job, outcome.error, context)) return repeatRequest(job, outcome.error, context);
      return context.canCharge(job.profileId)
        ? markUncertain(job, outcome, context)
        : resendForFree(job, outcome.error, context);
    default:
      return outcome satisfies never;
  }
}

function moveToNext(job: Job, outcome: Extract<Outcome, { kind: 'next' }>, context: OutcomeContext): Job {
  const { to, event, step, because = null } = outcome;
  const alternative = outcome.commit?.();
  if (alternative) return moveJob(job, alternative, context);
  return context.store.moves.move(job, to, {
    error: because,
    ...(event ? { event } : {}),
    ...(step === undefined ? {} : { step, attempts: 0, failures: {} }),
  });
}

/** Waits until the output folder takes results. Only a job with a result shows why. */
function waitForFolder(job: Job, { closed }: Extract<Outcome, { kind: 'closed' }>, context: OutcomeContext): Job {
  if (retriesInQueue(job.state)) return requeueOrPark(job, context, { error: null, ...withoutAttempt(job) });
  const { error } = closed;
  const isNew = !isSameMessage(error.message, job.error?.message);
  return requeueOrPark(job, context, {
    error,
    ...(isNew ? { event: { kind: 'notice', text: error.message } } : {}),
  });
}

function markUncertain(job: Job, { error }: Extract<Outcome, { kind: 'uncertain' }>, { store }: OutcomeContext) {
  return store.moves.move(job, 'uncertain', { error, event: { kind: 'error', text: error.message } });
}

/** Returns 0 for a queued job, whose lane decides. A job with a task or result waits a moment. */
function resumeTime(job: Job, clock: Clock): number {
  return retriesInQueue(job.state) ? 0 : clock.now() + resumeDelayMs;
}

/** Undoes the attempt that the claim counted. */
function withoutAttempt(job: Job): Pick<MoveDetails, 'attempts'> {
  return retriesInQueue(job.state) ? { attempts: Math.max(0, job.attempts - 1) } : {};
}
