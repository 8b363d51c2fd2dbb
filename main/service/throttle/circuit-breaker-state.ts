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

/** Own pauses double from the first to the longest. */
const minPauseMs = 2_000;
const defaultMaxOwnPauseMs = 5 * 60_000;
/** Limits requested pauses, and those after uploads that may be charged. */
export const maxPauseMs = 60 * 60_000;

/**
 * Returns the requested pause in ms, at most an hour and at least our own (`Retry-After: 0` would cause endless
 * requests).
 * @param before pauses in a row
 */
export function pauseMs(before: number, requestedMs: number | undefined, maxOwnPauseMs = defaultMaxOwnPauseMs): number {
  const floor = Math.min(minPauseMs * 2 ** Math.min(before, 16), maxOwnPauseMs);
  return Math.max(floor, Math.min(requestedMs ?? 0, maxPauseMs));
}

export interface BreakerFailure {
  readonly reason: PauseReason;
  readonly requestedMs?: number | undefined;
  readonly maxOwnPauseMs?: number | undefined;
}

/** A request that passed, and the epoch of its start. */
export interface BreakerRequest {
  readonly epoch: number;
}

interface Counts {
  /** Pauses in a row without a response between them. */
  readonly pauses: number;
  /** Increased by every new failure. */
  readonly epoch: number;
}

export type BreakerState = Counts &
  (
    | { readonly stage: 'closed' }
    /** No request passes before `until` (ms of `Clock.monotonic`). An earlier trial may be in flight. */
    | {
        readonly stage: 'open';
        readonly reason: PauseReason;
        readonly until: number;
        readonly trial: BreakerRequest | null;
      }
    /** One request may pass: the trial. */
    | { readonly stage: 'half-open'; readonly reason: PauseReason; readonly trial: BreakerRequest | null }
  );

export type BreakerEvent =
  | { readonly type: 'passed' | 'answered' | 'inconclusive'; readonly request: BreakerRequest }
  | {
      readonly type: 'failed';
      readonly request: BreakerRequest;
      readonly failure: BreakerFailure;
      readonly now: number;
    }
  | { readonly type: 'pauseOver' | 'resumed' };

export const closedState: BreakerState = { stage: 'closed', pauses: 0, epoch: 0 };

export const isCurrent = ({ epoch }: BreakerState, request: BreakerRequest): boolean => request.epoch === epoch;

export function afterEvent(state: BreakerState, event: BreakerEvent): BreakerState {
  switch (event.type) {
    case 'passed':
      return state.stage === 'half-open' ? { ...state, trial: event.request } : state;
    case 'inconclusive':
      return withoutTrial(state, event.request);
    case 'answered': {
      const rest = withoutTrial(state, event.request);
      if (!isCurrent(state, event.request)) return rest;
      // Keep a pause that a straggler caused during the trial.
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

function withoutTrial(state: BreakerState, request: BreakerRequest): BreakerState {
  return state.stage !== 'closed' && state.trial === request ? { ...state, trial: null } : state;
}

/** A longer pause stays. */
function toOpen(state: BreakerState, reason: PauseReason, until: number, trial: BreakerRequest | null): BreakerState {
  if (state.stage === 'open' && state.until >= until) return { ...state, trial };
  const { pauses, epoch } = state;
  return { stage: 'open', reason, until, trial, pauses, epoch };
}

function toHalfOpen(state: BreakerState): BreakerState {
  if (state.stage !== 'open') return state;
  const { reason, trial, pauses, epoch } = state;
  return { stage: 'half-open', reason, trial, pauses, epoch };
}
