/**
 * States and transitions of a circuit breaker. Pure; `circuit-breaker.ts` adds the timer.
 *
 * ```
 *           failure          pause over, resume              response
 *   closed ─────────► open ─────────────────────► half-open ──────────► closed
 *                      ▲  ╰ longer pause asked ╯      │
 *                      ╰───────────── failure ────────╯
 * ```
 *
 * `closed` passes any number of requests, `open` none, `half-open` one: the trial. Each request keeps the epoch in which it
 * started. A request of an earlier epoch is a straggler: its failure only extends a pause, and its response changes nothing.
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

/** A request that passed, with the epoch in which it started. */
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
    | { readonly stage: 'closed' }
    /** No request passes before `until` (ms of `Clock.monotonic`). An earlier trial may still be in flight. */
    | { readonly stage: 'open'; readonly reason: PauseReason; readonly until: number; readonly trial: Request | null }
    /** One request may pass. `trial`: it has passed and has no response yet. */
    | { readonly stage: 'half-open'; readonly reason: PauseReason; readonly trial: Request | null }
  );

export type BreakerEvent =
  | { readonly type: 'passed' | 'answered' | 'inconclusive'; readonly request: Request }
  | { readonly type: 'failed'; readonly request: Request; readonly failure: BreakerFailure; readonly now: number }
  | { readonly type: 'pauseOver' | 'resumed' };

export const closedState: BreakerState = { stage: 'closed', pauses: 0, epoch: 0 };

/** Whether a request started after the last failure. */
export const isCurrent = ({ epoch }: BreakerState, request: Request): boolean => request.epoch === epoch;

/** The state after an event. */
export function afterEvent(state: BreakerState, event: BreakerEvent): BreakerState {
  switch (event.type) {
    case 'passed':
      return state.stage === 'half-open' ? { ...state, trial: event.request } : state;
    case 'inconclusive':
      return withoutTrial(state, event.request);
    case 'answered': {
      const rest = withoutTrial(state, event.request);
      if (!isCurrent(state, event.request)) return rest;
      // Keep a pause that a straggler asked for while the trial ran.
      return rest.stage === 'open' ? { ...rest, pauses: 0 } : { ...closedState, epoch: rest.epoch };
    }
    case 'failed': {
      const { request, failure, now } = event;
      const rest = withoutTrial(state, request);
      const { reason, requestedMs, maxOwnPauseMs } = failure;
      if (isCurrent(state, request)) {
        const counts = { pauses: rest.pauses + 1, epoch: rest.epoch + 1 };
        return toOpen({ ...rest, ...counts }, reason, now + pauseMs(rest.pauses, requestedMs, maxOwnPauseMs), null);
      }
      if (requestedMs === undefined) return rest;
      const until = now + pauseMs(Math.max(rest.pauses - 1, 0), requestedMs, maxOwnPauseMs);
      return toOpen(rest, reason, until, rest.stage === 'closed' ? null : rest.trial);
    }
    case 'pauseOver':
      return toHalfOpen(state);
    case 'resumed':
      return { ...toHalfOpen(state), pauses: 0 };
    default:
      return event satisfies never;
  }
}

function withoutTrial(state: BreakerState, request: Request): BreakerState {
  return state.stage !== 'closed' && state.trial === request ? { ...state, trial: null } : state;
}

/** Opens the breaker, or extends its pause; a longer pause stays. */
function toOpen(state: BreakerState, reason: PauseReason, until: number, trial: Request | null): BreakerState {
  if (state.stage === 'open' && state.until >= until) return { ...state, trial };
  const { pauses, epoch } = state;
  return { stage: 'open', reason, until, trial, pauses, epoch };
}

function toHalfOpen(state: BreakerState): BreakerState {
  if (state.stage !== 'open') return state;
  const { reason, trial, pauses, epoch } = state;
  return { stage: 'half-open', reason, trial, pauses, epoch };
}
