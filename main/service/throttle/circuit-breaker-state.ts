/**
 * The states of a brake, and what leads from one to the next. Pure: `circuit-breaker.ts` has its timer.
 *
 * ```
 *         trouble              pause over, resume             answered
 *   off ──────────► paused ─────────────────────► trying ────────────────► off
 *                    ▲  ╰─ asked for longer ─╯      │
 *                    ╰──────────── trouble ─────────╯
 * ```
 *
 * While `off`, any number of requests pass; while `paused`, none; while `trying`, one: the trial. Each request remembers the
 * epoch in which it began. A request of an earlier epoch is a straggler: its failure is no news (it may only ask for a longer
 * pause), and its answer ends nothing.
 */
import type { PauseReason } from '../errors/pause-reasons.ts';

/** Pauses of our own in ms: the first, and the longest; each further one in a row is twice as long. */
const firstPause = 2_000;
const defaultMaxPauseMs = 5 * 60_000;
/** Neither a service nor an upload that may be charged for nothing sends us to sleep for longer than this, in ms. */
export const maxPauseMs = 60 * 60_000;

/**
 * How long to pause, in ms: what the service asked for, but no shorter than our own floor (a `Retry-After: 0` would have us
 * ask without end) and at most an hour.
 * @param before pauses in a row before this one
 * @param maxOwnPauseMs of our own pauses
 */
export function pauseMs(before: number, requestedMs: number | undefined, maxOwnPauseMs = defaultMaxPauseMs): number {
  const floor = Math.min(firstPause * 2 ** Math.min(before, 16), maxOwnPauseMs);
  return Math.max(floor, Math.min(requestedMs ?? 0, maxPauseMs));
}

/** What a failure brings about. */
export interface BreakerFailure {
  readonly reason: PauseReason;
  /** What the service asked for, in ms. */
  readonly requestedMs?: number | undefined;
  /** Longest pause of our own, in ms; default five minutes. */
  readonly maxOwnPauseMs?: number | undefined;
}

/** A request that passed; its epoch is that of the brake then. */
export interface Request {
  readonly epoch: number;
}

interface Counts {
  /** Pauses in a row without an answer between them. */
  readonly pauses: number;
  /** Raised with every news of trouble. */
  readonly epoch: number;
}

export type BreakerState = Counts &
  (
    | { readonly stage: 'off' }
    /** Nobody may pass until the time `until` (ms of `Clock.monotonic`). A trial may still be out that began before. */
    | { readonly stage: 'paused'; readonly reason: PauseReason; readonly until: number; readonly trial: Request | null }
    /** One request may pass, or (`trial`) has passed and is not answered yet. */
    | { readonly stage: 'trying'; readonly reason: PauseReason; readonly trial: Request | null }
  );

export type BreakerEvent =
  | { readonly type: 'passed' | 'answered' | 'untold'; readonly request: Request }
  | { readonly type: 'failed'; readonly request: Request; readonly failure: BreakerFailure; readonly now: number }
  | { readonly type: 'pauseOver' | 'resumed' };

export const closedState: BreakerState = { stage: 'off', pauses: 0, epoch: 0 };

/** True for a request that began after the last trouble: what it tells is news. */
export const isCurrent = ({ epoch }: BreakerState, request: Request): boolean => request.epoch === epoch;

/** The state after an event. */
export function afterEvent(state: BreakerState, event: BreakerEvent): BreakerState {
  switch (event.type) {
    case 'passed':
      return state.stage === 'trying' ? { ...state, trial: event.request } : state;
    case 'untold':
      return withoutTrial(state, event.request);
    case 'answered': {
      const rest = withoutTrial(state, event.request);
      if (!isCurrent(state, event.request)) return rest;
      // A pause that a straggler has asked for meanwhile is kept to.
      return rest.stage === 'paused' ? { ...rest, pauses: 0 } : { ...closedState, epoch: rest.epoch };
    }
    case 'failed': {
      const { request, failure, now } = event;
      const rest = withoutTrial(state, request);
      const { reason, requestedMs, maxOwnPauseMs } = failure;
      if (isCurrent(state, request)) {
        const counts = { pauses: rest.pauses + 1, epoch: rest.epoch + 1 };
        return paused({ ...rest, ...counts }, reason, now + pauseMs(rest.pauses, requestedMs, maxOwnPauseMs), null);
      }
      if (requestedMs === undefined) return rest;
      const until = now + pauseMs(Math.max(rest.pauses - 1, 0), requestedMs, maxOwnPauseMs);
      return paused(rest, reason, until, rest.stage === 'off' ? null : rest.trial);
    }
    case 'pauseOver':
      return trying(state);
    case 'resumed':
      return { ...trying(state), pauses: 0 };
    default:
      return event satisfies never;
  }
}

function withoutTrial(state: BreakerState, request: Request): BreakerState {
  return state.stage !== 'off' && state.trial === request ? { ...state, trial: null } : state;
}

/** A pause that lasts longer already is kept. */
function paused(state: BreakerState, reason: PauseReason, until: number, trial: Request | null): BreakerState {
  if (state.stage === 'paused' && state.until >= until) return { ...state, trial };
  const { pauses, epoch } = state;
  return { stage: 'paused', reason, until, trial, pauses, epoch };
}

function trying(state: BreakerState): BreakerState {
  if (state.stage !== 'paused') return state;
  const { reason, trial, pauses, epoch } = state;
  return { stage: 'trying', reason, trial, pauses, epoch };
}
