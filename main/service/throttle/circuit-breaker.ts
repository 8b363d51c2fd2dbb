/** Holds requests to a service in trouble back: a pause that doubles, then one request alone that tries it out (`circuit-breaker-state.ts`). */
import type { Clock } from '../../clock.ts';
import {
  afterEvent,
  type BreakerEvent,
  type BreakerFailure,
  type BreakerState,
  closedState,
  isCurrent,
} from './circuit-breaker-state.ts';

/** A wall clock that is set must not lengthen a pause. */
export type Timer = Pick<Clock, 'monotonic' | 'after'>;

/** One request's way past a brake; exactly one of its methods is called, once, when the request has ended. */
export interface BreakerTicket {
  /** The service answered. True when the request was begun after the last trouble: that trouble is then over. */
  answered(): boolean;
  /** The service is in trouble. True when that is news: requests begun before the last trouble cannot tell of it once more. */
  failed(failure: BreakerFailure): boolean;
  /** Nothing was learned: somebody else may try. */
  untold(): void;
}

export interface CircuitBreaker {
  readonly state: BreakerState;
  readonly isOpen: boolean;
  /** Lets a request past, which the caller has seen to be open. */
  pass(): BreakerTicket;
  /** Trouble told of by something that had no passage. */
  engage(failure: BreakerFailure): boolean;
  /** Ends a pause now, so that one request may try; pauses begin anew at their shortest. */
  resume(): void;
  /** Ends its timer, for good: a pause then does not end by itself. */
  close(): void;
}

/** @param onPauseEnd called when a pause is over, by its own time */
export function createCircuitBreaker(clock: Timer, onPauseEnd: () => void): CircuitBreaker {
  let state = closedState;
  let timer: { readonly until: number; readonly cancel: () => void } | null = null;
  let isClosed = false;

  function on(event: BreakerEvent): void {
    state = afterEvent(state, event);
    const until = state.stage === 'paused' && !isClosed ? state.until : null;
    if (timer?.until === until) return;
    timer?.cancel();
    timer = until === null ? null : { until, cancel: clock.after(until - clock.monotonic(), pauseOver) };
  }

  function pauseOver(): void {
    on({ type: 'pauseOver' });
    onPauseEnd();
  }

  /** True for what is told by a request that began after the last trouble. */
  function handleRequestEvent(event: Extract<BreakerEvent, { readonly request: unknown }>): boolean {
    const isNews = isCurrent(state, event.request);
    on(event);
    return isNews;
  }

  const failed = (request: { epoch: number }, failure: BreakerFailure) =>
    handleRequestEvent({ type: 'failed', request, failure, now: clock.monotonic() });

  return {
    get state() {
      return state;
    },
    get isOpen() {
      return state.stage === 'off' || (state.stage === 'trying' && state.trial === null);
    },
    pass() {
      const request = { epoch: state.epoch };
      on({ type: 'passed', request });
      return {
        answered: () => handleRequestEvent({ type: 'answered', request }),
        failed: (failure) => failed(request, failure),
        untold: () => on({ type: 'untold', request }),
      };
    },
    // Within a pause, a further complaint is no news: it may lengthen the pause and no more.
    engage: (failure) => failed({ epoch: state.stage === 'paused' ? state.epoch - 1 : state.epoch }, failure),
    resume: () => on({ type: 'resumed' }),
    close() {
      isClosed = true;
      timer?.cancel();
      timer = null;
    },
  };
}
