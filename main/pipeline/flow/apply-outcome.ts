/** Turns the outcome of a stage into the job's next row: the only place where the pipeline moves jobs. */
import type { JobError, JobState } from '../../../contract/jobs/job.ts';
import { isSameMessage, joinMessages, msg } from '../../../contract/messages/message.ts';
import type { Clock } from '../../clock.ts';
import {
  type Failures,
  type Job,
  type JobLease,
  type MoveDetails,
  type Store,
  taskOfAnotherCode,
} from '../../store/index.ts';
import type { Outcome } from '../stage-outcome.ts';
import { uncertainOutcome, wasRejected } from '../stages/submit.ts';
import { backoffMs, maxAttempts, maxResultRetryMs } from './backoff.ts';
import { freeServiceMessage } from './free-service-message.ts';

/** ms until a job on its way home is taken up again, when its service could not be used. */
const backMs = 2000;

export interface OutcomeContext {
  readonly store: Store;
  readonly clock: Clock;
  /** 0 to below 1. */
  readonly random: () => number;
  /** Of the job's profile: what is done again at a free one costs nothing. */
  readonly canCharge: (profileId: string) => boolean;
}

/**
 * Writes what became of `job` (in the state its stage ran in) and returns how it stands now.
 * @throws LostLease when the job was cancelled or moved by somebody else meanwhile
 */
export function applyOutcome(job: Job, outcome: Outcome, context: OutcomeContext): JobLease {
  const { stepRuns, ledger, transaction, lightTransaction } = context.store;
  const inTransaction = outcome.kind === 'next' && outcome.needsSync ? transaction : lightTransaction;
  return inTransaction(() => {
    if (isAtService(job)) ledger.copyServiceIds(job.id);
    if (wasSubmittedBefore(job, context)) {
      // What became of this try says nothing of the one before.
      const isOver = outcome.kind === 'fail' || (outcome.kind === 'retry' && failedOnceMore(job).times >= maxAttempts);
      const end = isOver ? uncertainOutcome(outcome.error.code) : outcome;
      const hold = write(job, end, context);
      if (hold.state === 'fetching') ledger.settle(job.id, 'charged');
      return hold;
    }
    if (job.state === 'submitting' && wasRejected(outcome)) {
      stepRuns.notTaken(job.id, job.step);
      ledger.settle(job.id, 'not-charged');
    } else if (outcome.kind === 'fail' && isAtService(job)) {
      // A task that failed is not charged; that there was nothing to cut out is the result of the service's work.
      ledger.settle(job.id, job.state === 'waiting' ? 'not-charged' : 'charged');
    }
    const hold = write(job, outcome, context);
    if (isAtService(job)) ledger.copyServiceIds(job.id);
    if (hold.state === 'fetching') ledger.settle(job.id, 'charged');
    return hold;
  });
}

/** True where the job was sent before, under a key by which it is asked for once more: its service may have done the work. */
function wasSubmittedBefore({ id, state }: Job, { store }: OutcomeContext): boolean {
  const open = store.ledger.open(id);
  if (open === null) return false;
  return state === 'preparing' || (state === 'submitting' && open.times > 1);
}

const isAtService = ({ state }: Pick<Job, 'state'>) => state === 'submitting' || state === 'waiting';

function write(job: Job, outcome: Outcome, context: OutcomeContext): JobLease {
  const { store, clock, random } = context;
  switch (outcome.kind) {
    case 'next': {
      const { to, event, step, because = null } = outcome;
      const alternative = outcome.commit?.();
      if (alternative) return write(job, alternative, context);
      return store.moves.move(job, to, {
        error: because,
        ...(event ? { event } : {}),
        // A new step begins with a clean slate.
        ...(step === undefined ? {} : { step, attempts: 0, failures: {} }),
      });
    }
    case 'retry':
      return retry(job, outcome.error, outcome.after, context);
    case 'wait': {
      // In the queue, the lane's pause keeps it back; on the way home it waits by itself as well.
      const pause = Math.max(outcome.ms ?? 0, backoffMs(3, random()));
      const isKeptBack = placeToWait(job.state) === 'queued' && !outcome.alsoQueued;
      const runAfter = isKeptBack ? 0 : clock.now() + pause;
      return requeueOrPark(job, context, { runAfter, error: outcome.error, ...withoutAttempt(job) });
    }
    case 'stop': {
      const { error } = outcome;
      // It stays the reason until something else happens: once is enough to say so.
      const isNew = error.code !== job.error?.code || !isSameMessage(error.message, job.error.message);
      return requeueOrPark(job, context, {
        runAfter: afterAWhile(job, clock),
        error,
        ...withoutAttempt(job),
        ...(isNew ? { event: { kind: 'notice', text: error.message } } : {}),
      });
    }
    case 'back':
      return requeueOrPark(job, context, { runAfter: afterAWhile(job, clock), ...withoutAttempt(job) });
    case 'closed': {
      // What is still to be sent only waits; what is home says why it is not in its place.
      const { error } = outcome.closed;
      if (placeToWait(job.state) === 'queued')
        return requeueOrPark(job, context, { error: null, ...withoutAttempt(job) });
      const isNew = !isSameMessage(error.message, job.error?.message);
      return requeueOrPark(job, context, {
        error,
        ...(isNew ? { event: { kind: 'notice', text: error.message } } : {}),
      });
    }
    case 'fail':
      return fail(job, outcome.error, outcome.spent ?? false, context);
    case 'uncertain':
      if (canAskAgain(job, outcome.error, context)) return askAgain(job, outcome.error, context);
      return context.canCharge(job.profileId)
        ? markUncertain(job, outcome.error, context)
        : doAgain(job, outcome.error, context);
    default:
      return outcome satisfies never;
  }
}

/** Where a job goes to be tried again from `state`: what is at the service, or home already, is not asked for anew. */
function placeToWait(state: JobState): 'queued' | 'here' {
  return state === 'preparing' || state === 'submitting' ? 'queued' : 'here';
}

function requeueOrPark(job: Job, { store }: OutcomeContext, details: MoveDetails): JobLease {
  return placeToWait(job.state) === 'queued'
    ? store.moves.move(job, 'queued', details)
    : store.moves.park(job, details);
}

/** In the queue, the lane keeps it back. On the way home, not at once: a service that cannot be used now cannot be used a moment later. */
function afterAWhile(job: Job, clock: Clock): number {
  return placeToWait(job.state) === 'queued' ? 0 : clock.now() + backMs;
}

/** Gives back the attempt that the claim counted. */
function withoutAttempt(job: Job): Pick<MoveDetails, 'attempts'> {
  return placeToWait(job.state) === 'queued' ? { attempts: Math.max(0, job.attempts - 1) } : {};
}

/** One more failure of a stage, the job's own unless told. */
function failedOnceMore(job: Job, stage = job.state): { times: number; failures: Failures } {
  const times = (job.failures[stage] ?? 0) + 1;
  return { times, failures: { ...job.failures, [stage]: times } };
}

/** Each stage counts its own failures. What is paid has no last try: fetching knows when it is over, and placing goes on. */
function retry(job: Job, error: JobError, after: number | undefined, context: OutcomeContext): JobLease {
  const { clock, random } = context;
  const { times, failures } = failedOnceMore(job);
  const isQueued = placeToWait(job.state) === 'queued';
  if (isQueued && times >= maxAttempts) return fail(job, triedOften(error, times), false, context);
  const own = isQueued ? backoffMs(times, random()) : backoffMs(times, random(), maxResultRetryMs);
  const pause = Math.max(after ?? 0, own);
  return requeueOrPark(job, context, {
    failures,
    error,
    runAfter: clock.now() + pause,
    event: {
      kind: 'retry',
      text: joinMessages(error.message, msg('pipeline.nextTry', { time: roundUpToSeconds(pause) })),
    },
  });
}

/** Sends a photograph to a free service once more, as often as a stage may fail: waiting for its result has cost nothing. */
function doAgain(job: Job, why: JobError, context: OutcomeContext): JobLease {
  const { store, clock, random } = context;
  const error = { ...why, message: freeServiceMessage(why.message) };
  const { times, failures } = failedOnceMore({ ...job, failures: { ...job.failures, fetching: 0 } }, 'submitting');
  if (times >= maxAttempts) return fail(job, triedOften(error, times), true, context);
  store.stepRuns.spent(job.id, job.step);
  const pause = backoffMs(times, random());
  return store.moves.move(job, 'queued', {
    failures,
    error,
    runAfter: clock.now() + pause,
    event: {
      kind: 'retry',
      text: joinMessages(error.message, msg('pipeline.sentAgainIn', { time: roundUpToSeconds(pause) })),
    },
  });
}

/** Answers that came, and would come again. */
const answered: readonly string[] = [taskOfAnotherCode, 'RESULT_TOO_MANY', 'RESULT_NOT_IMAGE', 'RESULT_MISSING'];

/** True where the service knows the request by its key, so that asking again brings the lost answer. */
function canAskAgain(job: Job, error: JobError, { store }: OutcomeContext): boolean {
  if (job.state !== 'submitting' || answered.includes(error.code)) return false;
  return store.ledger.open(job.id)?.idempotencyKey != null && failedOnceMore(job).times < maxAttempts;
}

function askAgain(job: Job, why: JobError, { store, clock, random }: OutcomeContext): JobLease {
  const { times, failures } = failedOnceMore(job);
  const pause = backoffMs(times, random());
  const error = { ...why, message: msg('pipeline.asksAgain') };
  return store.moves.move(job, 'queued', {
    failures,
    error,
    runAfter: clock.now() + pause,
    event: {
      kind: 'retry',
      text: joinMessages(error.message, msg('pipeline.nextTry', { time: roundUpToSeconds(pause) })),
    },
  });
}

function markUncertain(job: Job, error: JobError, { store }: OutcomeContext): JobLease {
  return store.moves.move(job, 'uncertain', { error, event: { kind: 'error', text: error.message } });
}

function fail(job: Job, error: JobError, isSpent: boolean, { store }: OutcomeContext): JobLease {
  if (isSpent) store.stepRuns.spent(job.id, job.step);
  return store.moves.move(job, 'failed', { error, event: { kind: 'error', text: error.message } });
}

const triedOften = (error: JobError, times: number): JobError => ({
  ...error,
  message: joinMessages(error.message, msg('pipeline.tried', { count: times })),
});

const roundUpToSeconds = (ms: number) => ({ ms: Math.ceil(ms / 1000) * 1000 });
