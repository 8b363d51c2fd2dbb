/** A pause that doubles, then a single trial request (`circuit-breaker-state.ts`). */
import type { Clock } from '../../clock.ts';
import {
  afterEvent,
  type BreakerEvent,
  type BreakerFailure,
  type BreakerState,
  closedState,
  isCurrent,
} from './circuit-breaker-state.ts';

/** Monotonic, because a change of the wall clock must not lengthen a pause. */
export type Timer = Pick<Clock, 'monotonic' | 'after'>;

/** One request that passed. Call exactly one method, once, after its end. */
export interface BreakerTicket {
  /** Returns whether the request started after the last failure, which is then over. */
  answered(): boolean;
  /** Returns whether the failure is new: the request started after the last one. */
  failed(failure: BreakerFailure): boolean;
  /** The request proved nothing about the service; another may be the trial. */
  inconclusive(): void;
}

export interface CircuitBreaker {
  readonly state: BreakerState;
  readonly canPass: boolean;
  /** Passes a request. Check `canPass` first. */
  pass(): BreakerTicket;
  /** Reports a failure without a ticket. Returns whether it is new. */
  trip(failure: BreakerFailure): boolean;
  /** Ends a pause, so that one request may try; the next pause starts at its shortest. */
  resume(): void;
  /** Stops the timer; pauses no longer end automatically. */
  close(): void;
}

export function createCircuitBreaker(clock: Timer, onPauseEnd: () => void): CircuitBreaker {
  let state = closedState;
  let timer: { readonly until: number; readonly cancel: () => void } | null = null;
  let isClosed = false;

  function apply(event: BreakerEvent): void {
    state = afterEvent(state, event);
    const until = state.stage === 'open' && !isClosed ? state.until : null;
    if (timer?.until === until) return;
    timer?.cancel();
    timer = until === null ? null : { until, cancel: clock.after(until - clock.monotonic(), pauseOver) };
  }

  function pauseOver(): void {
    apply({ type: 'pauseOver' });
    onPauseEnd();
  }

  function handleRequestEvent(event: Extract<BreakerEvent, { readonly request: unknown }>): boolean {
    const isNews = isCurrent(state, event.request);
    apply(event);
    return isNews;
  }

  const failed = (request: { epoch: number }, failure: BreakerFailure) =>
    handleRequestEvent({ type: 'failed', request, failure, now: clock.monotonic() });

  return {
    get state() {
      return state;
    },
    get canPass() {
      return state.stage === 'closed' || (state.stage === 'half-open' && state.trial === null);
    },
    pass() {
      const request = { epoch: state.epoch };
      apply({ type: 'passed', request });
      return {
        answered: () => handleRequestEvent({ type: 'answered', request }),
        failed: (failure) => failed(request, failure),
        inconclusive: () => apply({ type: 'inconclusive', request }),
      };
    },
    // During a pause a failure only extends it.
    trip: (failure) => failed({ epoch: state.stage === 'open' ? state.epoch - 1 : state.epoch }, failure),
    resume: () => apply({ type: 'resumed' }),
    close() {
      isClosed = true;
      timer?.cancel();
      timer = null;
    },
  };
}
