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
  readonly tone: RowTone;
  /** 0 to 1; null = progress unknown, undefined = no progress bar. */
  readonly bar: number | null | undefined;
  /** Whether the text counts seconds. */
  readonly ticking: boolean;
}

/** Longer preparations wait for the service. */
const maxPreparationMs = 5_000;

/**
 * Returns the status of `job` at `now` (ms since 1970).
 * @param isPaused whether the queue or the batch is paused
 * @param missing operation whose missing price blocks a spending limit
 */
export function rowStatus(
  job: JobSummary,
  now: number,
  t: TFunction,
  service?: ServiceStatus,
  isPaused = false,
  missing: OperationId | null = null,
): RowStatus {
  const studio = studioStatus(job, t);
  if (studio !== null) return studio;
  switch (job.state) {
    case 'queued': {
      const problem = intakeProblem(job);
      if (problem) return { text: formatMessage(problem.message), tone: 'failed', bar: undefined, ticking: false };
      return { ...queuedText(job, now, t, service, isPaused, missing), tone: 'quiet', bar: undefined };
    }
    case 'preparing':
    case 'submitting':
    case 'waiting':
    case 'fetching':
    case 'placing': {
      const waiting = retryStatus(job, now, t) ?? blockedStatus(job, job.state, now, t, service);
      if (waiting) return waiting;
      const { text, bar, ticking } = runningStatus(job, job.state, now, t);
      return { text: withStep(job, text, t), tone: 'running', bar, ticking };
    }
    case 'done':
      if (isExcluded(job) && job.error)
        return { text: formatMessage(job.error.message), tone: 'quiet', bar: undefined, ticking: false };
      return { text: doneText(job, t), tone: 'done', bar: undefined, ticking: false };
    case 'failed':
      return {
        text: job.error ? formatMessage(job.error.message) : t('queue.at.failed'),
        tone: 'failed',
        bar: undefined,
        ticking: false,
      };
    case 'uncertain':
      // The panel above the list shows the reason once for all.
      return { text: t('queue.at.uncertain'), tone: 'uncertain', bar: undefined, ticking: false };
    case 'cancelled':
      return { text: t('queue.at.cancelled'), tone: 'quiet', bar: undefined, ticking: false };
    default:
      return job.state satisfies never;
  }
}

/** Returns the status of a job that another station processes, or that waits for a station. */
function studioStatus({ elsewhere = null, state, held }: JobSummary, t: TFunction): RowStatus | null {
  if (elsewhere === null || (state !== 'queued' && state !== 'preparing') || held) return null;
  const { station } = elsewhere;
  return station === null
    ? { text: t('queue.at.studio'), tone: 'quiet', bar: undefined, ticking: false }
    : { text: t('queue.at.station', { station }), tone: 'running', bar: undefined, ticking: false };
}

/** Returns the problem found when the photograph was added, or null. The job will fail because of it. */
export const intakeProblem = ({ attempts, runAfter, error }: JobSummary): JobError | null =>
  attempts === 0 && runAfter === 0 && error?.kind === 'input' ? error : null;

function queuedText(
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
    const reason = job.error ? formatMessage(job.error.message) : null;
    return {
      text: reason ? t('queue.at.waitBecause', { time, why: reason }) : t('queue.at.waitFor', { time }),
      ticking: true,
    };
  }
  const reason = serviceReason(service, t);
  if (reason !== null) return { text: reason, ticking: false };
  const text = job.attempts > 0 && job.error ? t('queue.at.again') : t('queue.at.queued');
  return { text: job.step > 0 ? withStep(job, text, t) : text, ticking: false };
}

/** Returns the short reason why a service is not ready, or null. The panel above the list shows the full message. */
function serviceReason(service: ServiceStatus | undefined, t: TFunction): string | null {
  return service?.why ? t('queue.at.waitService', { why: formatMessage(service.why) }) : null;
}

/** Returns the status while a paid task is queried again, or a paid result is downloaded or written again, or null. */
function retryStatus(job: JobSummary, now: number, t: TFunction): RowStatus | null {
  if (job.state === 'waiting' && job.error !== null)
    return { text: formatMessage(job.error.message), tone: 'stuck', bar: undefined, ticking: false };
  const left = job.runAfter - now;
  if (left <= 0 || job.error === null) return null;
  const time = formatDuration(Math.ceil(left / 1000) * 1000);
  const rest = { bar: undefined, ticking: true } as const;
  switch (job.state) {
    case 'fetching':
      return { text: withStep(job, t('queue.at.fetchAgain', { time }), t), tone: 'quiet', ...rest };
    case 'placing':
      return {
        text: t('queue.at.placeAgain', { time, why: formatMessage(job.error.message) }),
        tone: 'stuck',
        ...rest,
      };
    default:
      return null;
  }
}

/** Returns the status of a photograph that its service keeps waiting before it is sent or downloaded, or null. */
function blockedStatus(
  job: JobSummary,
  state: keyof typeof activityOfState,
  now: number,
  t: TFunction,
  service: ServiceStatus | undefined,
): RowStatus | null {
  const reason = serviceReason(service, t);
  if (service === undefined || reason === null) return null;
  const { activity, since } = job.progress ?? { activity: activityOfState[state], since: now };
  const isReady = activity === 'preparing' && service.state !== 'starting' && now - since >= maxPreparationMs;
  if (!isReady && !isBlocked(activity, job.progress !== null, service)) return null;
  return { text: withStep(job, reason, t), tone: 'quiet', bar: undefined, ticking: false };
}

/** Assumed until progress is reported. */
const activityOfState = {
  preparing: 'preparing',
  submitting: 'sending',
  waiting: 'at-service',
  fetching: 'receiving',
  placing: 'writing',
} as const;

function runningStatus(
  job: JobSummary,
  state: keyof typeof activityOfState,
  now: number,
  t: TFunction,
): { text: string; bar: number | null; ticking: boolean } {
  const fraction = job.progress?.fraction ?? null;
  const activity = job.progress?.activity ?? activityOfState[state];
  const percentage = fraction === null ? null : percent(fraction);
  const barState = { bar: fraction, ticking: false };
  switch (activity) {
    case 'preparing':
      return { text: t('queue.at.preparing'), ...barState };
    case 'sending':
      return {
        text: percentage ? t('queue.at.sendingPart', { percent: percentage }) : t('queue.at.sending'),
        ...barState,
      };
    case 'at-service': {
      const startedAt = job.progress?.since ?? now;
      return { text: t('queue.at.service', { time: formatDuration(now - startedAt) }), bar: null, ticking: true };
    }
    case 'receiving':
      return {
        text: percentage ? t('queue.at.receivingPart', { percent: percentage }) : t('queue.at.receiving'),
        ...barState,
      };
    case 'writing':
      return { text: t('queue.at.writing'), ...barState };
    default:
      return activity satisfies never;
  }
}

function doneText(job: JobSummary, t: TFunction): string {
  const durationMs = job.startedAt !== null && job.finishedAt !== null ? job.finishedAt - job.startedAt : null;
  const text =
    durationMs === null
      ? t('queue.at.done')
      : durationMs < 1000
        ? t('queue.at.doneAtOnce')
        : t('queue.at.doneIn', { time: formatDuration(durationMs) });
  return job.resultCount > 1 ? `${text}, ${t('queue.at.results', { count: job.resultCount })}` : text;
}

function withStep(job: JobSummary, text: string, t: TFunction): string {
  return job.stepCount > 1 ? `${t('queue.at.step', { step: job.step + 1, count: job.stepCount })}: ${text}` : text;
}
