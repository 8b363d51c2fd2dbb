/** Retries of a job after a failure, with a delay and a limit. */
import type { JobError, JobState } from '../../../../contract/jobs/job.ts';
import { joinMessages, type Message, msg, type PlainMessageKey } from '../../../../contract/messages/message.ts';
import type { Clock } from '../../../clock.ts';
import { type Failures, type Job, type MoveDetails, type Store, taskOfAnotherCode } from '../../../store/index.ts';
import { backoffMs, maxAttempts, maxResultRetryMs } from './backoff.ts';

export interface OutcomeContext {
  readonly store: Store;
  readonly clock: Clock;
  /** 0 to below 1. */
  readonly random: () => number;
  readonly canCharge: (profileId: string) => boolean;
}

/** Whether a retry in this state waits in the queue. In later states, the job keeps its task or result. */
export function retriesInQueue(state: JobState): boolean {
  return state === 'preparing' || state === 'submitting';
}

export function requeueOrPark(job: Job, { store }: OutcomeContext, details: MoveDetails): Job {
  return retriesInQueue(job.state) ? store.moves.move(job, 'queued', details) : store.moves.park(job, details);
}

export function countFailure(job: Job, stage = job.state): { times: number; failures: Failures } {
  const times = (job.failures[stage] ?? 0) + 1;
  return { times, failures: { ...job.failures, [stage]: times } };
}

/**
 * Retries a stage. A paid result is retried forever, because fetching detects its expiry and placing can wait.
 * @param after minimum delay in ms
 */
export function retryStage(job: Job, error: JobError, after: number | undefined, context: OutcomeContext): Job {
  const { clock, random } = context;
  const { times, failures } = countFailure(job);
  const isQueued = retriesInQueue(job.state);
  if (isQueued && times >= maxAttempts) return failJob(job, withAttempts(error, times), false, context);
  const backoff = isQueued ? backoffMs(times, random()) : backoffMs(times, random(), maxResultRetryMs);
  const delayMs = Math.max(after ?? 0, backoff);
  return requeueOrPark(job, context, {
    failures,
    error,
    runAfter: clock.now() + delayMs,
    event: {
      kind: 'retry',
      text: joinMessages(error.message, msg('pipeline.nextTry', { time: roundUpToSeconds(delayMs) })),
    },
  });
}

/** Sends a photograph to a free service again. */
export function resendForFree(job: Job, reason: JobError, context: OutcomeContext): Job {
  const { store, clock, random } = context;
  const error = { ...reason, message: freeServiceMessage(reason.message) };
  const { times, failures } = countFailure({ ...job, failures: { ...job.failures, fetching: 0 } }, 'submitting');
  if (times >= maxAttempts) return failJob(job, withAttempts(error, times), true, context);
  store.stepRuns.spent(job.id, job.step);
  const delayMs = backoffMs(times, random());
  return store.moves.move(job, 'queued', {
    failures,
    error,
    runAfter: clock.now() + delayMs,
    event: {
      kind: 'retry',
      text: joinMessages(error.message, msg('pipeline.sentAgainIn', { time: roundUpToSeconds(delayMs) })),
    },
  });
}

/** Codes of responses that a repeated request would return again. */
const definiteCodes: readonly string[] = [taskOfAnotherCode, 'RESULT_TOO_MANY', 'RESULT_NOT_IMAGE', 'RESULT_MISSING'];

/** Whether a request with the same idempotency key can return the lost response. */
export function canRepeatRequest(job: Job, error: JobError, { store }: OutcomeContext): boolean {
  if (job.state !== 'submitting' || definiteCodes.includes(error.code)) return false;
  return store.ledger.open(job.id)?.idempotencyKey != null && countFailure(job).times < maxAttempts;
}

export function repeatRequest(job: Job, reason: JobError, { store, clock, random }: OutcomeContext): Job {
  const { times, failures } = countFailure(job);
  const delayMs = backoffMs(times, random());
  const error = { ...reason, message: msg('pipeline.asksAgain') };
  return store.moves.move(job, 'queued', {
    failures,
    error,
    runAfter: clock.now() + delayMs,
    event: {
      kind: 'retry',
      text: joinMessages(error.message, msg('pipeline.nextTry', { time: roundUpToSeconds(delayMs) })),
    },
  });
}

/** @param isSpent whether the task or result at the service is unusable */
export function failJob(job: Job, error: JobError, isSpent: boolean, { store }: OutcomeContext): Job {
  if (isSpent) store.stepRuns.spent(job.id, job.step);
  return store.moves.move(job, 'failed', { error, event: { kind: 'error', text: error.message } });
}

const withAttempts = (error: JobError, times: number): JobError => ({
  ...error,
  message: joinMessages(error.message, msg('pipeline.tried', { count: times })),
});

const roundUpToSeconds = (ms: number) => ({ ms: Math.ceil(ms / 1000) * 1000 });

/** Messages that mention a charge, and their counterparts. */
const messagesWithoutCost: Readonly<Record<string, PlainMessageKey | null>> = {
  'service.uncertain.decide': null,
  'pipeline.mayBeCharged': null,
  'pipeline.answerLost': 'pipeline.free.answerLost',
  'pipeline.task.ofAnother': 'pipeline.free.ofAnother',
  'pipeline.task.late': 'pipeline.free.late',
  'pipeline.task.lost': 'pipeline.free.lost',
  'pipeline.task.forgotten': 'pipeline.free.forgotten',
  'pipeline.result.lost': 'pipeline.free.resultLost',
  'pipeline.result.gone': 'pipeline.free.resultGone',
};

/** Removes the parts about money from a message. */
export function freeServiceMessage(message: Message): Message {
  return withoutCost(message) ?? message;
}

function withoutCost(message: Message): Message | null {
  if (typeof message === 'string') return message;
  const { messages } = (message.values ?? {}) as { readonly messages?: readonly Message[] };
  if (message.key === 'paragraph' && messages) return joinMessages(...messages.map(withoutCost));
  const replacement = messagesWithoutCost[message.key];
  if (replacement === undefined) return message;
  return replacement === null ? null : msg(replacement);
}
