/** Says in words where a job's photograph is. Pure: which sentence, and its numbers. */
import type { TFunction } from 'i18next';
import { isExcluded, type JobError, type JobSummary } from '../../../../contract/jobs/job.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import type { OperationId } from '../../../../contract/operations/operation-spec.ts';
import { isBlocked, type ServiceStatus } from '../../../../contract/services/service-status.ts';
import { formatDuration, percent } from '../../../locales/format.ts';
import { localizedOperation } from '../../../locales/localizedOperation.ts';

export type RowTone = 'quiet' | 'running' | 'stuck' | 'done' | 'failed' | 'uncertain';

export interface RowStatus {
  readonly text: string;
  readonly mood: RowTone;
  /** 0 to 1; null = moving without a known end; undefined = no bar. */
  readonly bar: number | null | undefined;
  /** The words count seconds. */
  readonly ticking: boolean;
}

/** After so long (ms), a photograph that is made ready is taken to wait for its service. */
const longPreparation = 5_000;

/**
 * The words for `job` at `now` (ms since 1970).
 * @param service how its service stands, which may be why it waits
 * @param missing the operation whose price a limit needs, or null
 * @param isPaused the queue, or its batch, takes nothing up just now
 */
export function rowStatus(
  job: JobSummary,
  now: number,
  t: TFunction,
  service?: ServiceStatus,
  isPaused = false,
  missing: OperationId | null = null,
): RowStatus {
  const inStudio = studioWords(job, t);
  if (inStudio !== null) return inStudio;
  switch (job.state) {
    case 'queued': {
      const problem = intakeProblem(job);
      if (problem) return { text: formatMessage(problem.message), mood: 'failed', bar: undefined, ticking: false };
      return { ...queuedWords(job, now, t, service, isPaused, missing), mood: 'quiet', bar: undefined };
    }
    case 'preparing':
    case 'submitting':
    case 'waiting':
    case 'fetching':
    case 'placing': {
      const parked = parkedWords(job, now, t) ?? stillWords(job, job.state, now, t, service);
      if (parked) return parked;
      const { text, bar, ticking } = runningWords(job, job.state, now, t);
      return { text: withStep(job, text, t), mood: 'running', bar, ticking };
    }
    case 'done':
      if (isExcluded(job) && job.error)
        return { text: formatMessage(job.error.message), mood: 'quiet', bar: undefined, ticking: false };
      return { text: doneWords(job, t), mood: 'done', bar: undefined, ticking: false };
    case 'failed':
      return {
        text: job.error ? formatMessage(job.error.message) : t('queue.at.failed'),
        mood: 'failed',
        bar: undefined,
        ticking: false,
      };
    case 'uncertain':
      // Why, the panel above says once for all of them.
      return { text: t('queue.at.uncertain'), mood: 'uncertain', bar: undefined, ticking: false };
    case 'cancelled':
      return { text: t('queue.at.cancelled'), mood: 'quiet', bar: undefined, ticking: false };
    default:
      return job.state satisfies never;
  }
}

/** Of a job that another station has, or that waits for any of them. */
function studioWords({ elsewhere = null, state, held }: JobSummary, t: TFunction): RowStatus | null {
  if (elsewhere === null || (state !== 'queued' && state !== 'preparing') || held) return null;
  const { station } = elsewhere;
  return station === null
    ? { text: t('queue.at.studio'), mood: 'quiet', bar: undefined, ticking: false }
    : { text: t('queue.at.station', { station }), mood: 'running', bar: undefined, ticking: false };
}

/** What was found wrong with it when it was taken in: it fails as soon as it is its turn. */
export const intakeProblem = ({ attempts, runAfter, error }: JobSummary): JobError | null =>
  attempts === 0 && runAfter === 0 && error?.kind === 'input' ? error : null;

function queuedWords(
  job: JobSummary,
  now: number,
  t: TFunction,
  service: ServiceStatus | undefined,
  isPaused: boolean,
  missing: OperationId | null,
): { text: string; ticking: boolean } {
  if (job.held || isPaused) return { text: t('queue.at.held'), ticking: false };
  if (job.follows !== null) return { text: t('queue.at.follows'), ticking: false };
  if (missing !== null)
    return { text: t('queue.at.waitPrice', { operation: localizedOperation(missing).title }), ticking: false };
  const left = job.runAfter - now;
  if (left > 0) {
    const time = formatDuration(Math.ceil(left / 1000) * 1000);
    const why = job.error ? formatMessage(job.error.message) : null;
    return { text: why ? t('queue.at.waitBecause', { time, why }) : t('queue.at.waitFor', { time }), ticking: true };
  }
  const why = whyOf(service, t);
  if (why !== null) return { text: why, ticking: false };
  const text = job.attempts > 0 && job.error ? t('queue.at.again') : t('queue.at.queued');
  return { text: job.step > 0 ? withStep(job, text, t) : text, ticking: false };
}

/** In short: the panel above says it at length, once for all rows. Null where the service is ready. */
function whyOf(service: ServiceStatus | undefined, t: TFunction): string | null {
  return service?.why ? t('queue.at.waitService', { why: formatMessage(service.why) }) : null;
}

/** A paid task that can't be read, or a paid result that could not be brought home or written yet: it is tried again for as long as it takes. */
function parkedWords(job: JobSummary, now: number, t: TFunction): RowStatus | null {
  if (job.state === 'waiting' && job.error !== null)
    return { text: formatMessage(job.error.message), mood: 'stuck', bar: undefined, ticking: false };
  const left = job.runAfter - now;
  if (left <= 0 || job.error === null) return null;
  const time = formatDuration(Math.ceil(left / 1000) * 1000);
  const rest = { bar: undefined, ticking: true } as const;
  switch (job.state) {
    case 'fetching':
      return { text: withStep(job, t('queue.at.fetchAgain', { time }), t), mood: 'quiet', ...rest };
    case 'placing':
      return {
        text: t('queue.at.placeAgain', { time, why: formatMessage(job.error.message) }),
        mood: 'stuck',
        ...rest,
      };
    default:
      return null;
  }
}

/** A photograph that is ready long since and not sent, or at the service and not asked for, as its service stands. */
function stillWords(
  job: JobSummary,
  state: keyof typeof activityOfState,
  now: number,
  t: TFunction,
  service: ServiceStatus | undefined,
): RowStatus | null {
  const why = whyOf(service, t);
  if (service === undefined || why === null) return null;
  const { activity, since } = job.progress ?? { activity: activityOfState[state], since: now };
  const isReady = activity === 'preparing' && service.state !== 'starting' && now - since >= longPreparation;
  if (!isReady && !isBlocked(activity, job.progress !== null, service)) return null;
  return { text: withStep(job, why, t), mood: 'quiet', bar: undefined, ticking: false };
}

/** What is known between the reports of progress. */
const activityOfState = {
  preparing: 'preparing',
  submitting: 'sending',
  waiting: 'at-service',
  fetching: 'receiving',
  placing: 'writing',
} as const;

function runningWords(
  job: JobSummary,
  state: keyof typeof activityOfState,
  now: number,
  t: TFunction,
): { text: string; bar: number | null; ticking: boolean } {
  const fraction = job.progress?.fraction ?? null;
  const activity = job.progress?.activity ?? activityOfState[state];
  const part = fraction === null ? null : percent(fraction);
  const barState = { bar: fraction, ticking: false };
  switch (activity) {
    case 'preparing':
      return { text: t('queue.at.preparing'), ...barState };
    case 'sending':
      return { text: part ? t('queue.at.sendingPart', { percent: part }) : t('queue.at.sending'), ...barState };
    case 'at-service': {
      const startedAt = job.progress?.since ?? now;
      return { text: t('queue.at.service', { time: formatDuration(now - startedAt) }), bar: null, ticking: true };
    }
    case 'receiving':
      return { text: part ? t('queue.at.receivingPart', { percent: part }) : t('queue.at.receiving'), ...barState };
    case 'writing':
      return { text: t('queue.at.writing'), ...barState };
    default:
      return activity satisfies never;
  }
}

function doneWords(job: JobSummary, t: TFunction): string {
  const took = job.startedAt !== null && job.finishedAt !== null ? job.finishedAt - job.startedAt : null;
  const text =
    took === null
      ? t('queue.at.done')
      : took < 1000
        ? t('queue.at.doneAtOnce')
        : t('queue.at.doneIn', { time: formatDuration(took) });
  return job.resultCount > 1 ? `${text}, ${t('queue.at.results', { count: job.resultCount })}` : text;
}

function withStep(job: JobSummary, text: string, t: TFunction): string {
  return job.stepCount > 1 ? `${t('queue.at.step', { step: job.step + 1, count: job.stepCount })}: ${text}` : text;
}
