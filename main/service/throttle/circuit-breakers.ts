/** The brakes of one profile: one for all its requests, one for each kind, and the free question before an upload that may cost. */

import {
  networkReasons,
  type PauseReason,
  pauseForFailure,
  type RequestKind,
  requestKinds,
} from '../errors/pause-reasons.ts';
import { ServiceFailure } from '../service-failure.ts';
import { type BreakerTicket, type CircuitBreaker, createCircuitBreaker, type Timer } from './circuit-breaker.ts';
import { maxPauseMs } from './circuit-breaker-state.ts';

/** What a failure did. */
export type BreakerEffect =
  /** It says nothing new. */
  | 'none'
  /** Requests of its kind pause, or all do. */
  | 'kind'
  | 'profile';

/** One request's way past the brakes; exactly one of its methods is called, once. */
export interface RequestTicket {
  /** True when no trouble came up since the request was begun. */
  answered(): boolean;
  failed(failure: ServiceFailure): BreakerEffect;
  untold(): void;
}

export interface PauseOf {
  readonly reason: PauseReason;
  /** ms of `Clock.monotonic`. */
  readonly until: number;
  readonly kinds: readonly RequestKind[];
}

export interface CircuitBreakers {
  hold(kind: RequestKind): boolean;
  /** True when the next request of this kind, if any may begin, begins alone. */
  isTried(kind: RequestKind): boolean;
  pass(kind: RequestKind): RequestTicket;
  /** Trouble told of by something that did not pass. */
  engage(failure: ServiceFailure, kind: RequestKind): BreakerEffect;
  /** The pause that lasts longest, among those that concern `kind` or (without one) any. */
  pause(kind?: RequestKind): PauseOf | null;
  /** True while one request, or the free question, tries the service out. */
  readonly isProbing: boolean;
  /** Asks the free question, where one is due and its pause is over. */
  askIfDue(): void;
  resume(): void;
  /** Ends the pauses that the network was to blame for: it may be another one by now. */
  forgiveNetwork(): void;
  close(): void;
}

/**
 * @param askFree see `PaceOptions.askFree`
 * @param onChange called when a pause is over or the free question was answered
 * @param onFailure told of a free question's failure, which has braked already
 */
export function createCircuitBreakers(
  clock: Timer,
  askFree: () => Promise<void>,
  onChange: () => void,
  onFailure: (failure: ServiceFailure) => void,
): CircuitBreakers {
  const brake = () => createCircuitBreaker(clock, onChange);
  const profileBreaker = brake();
  // An answer to one kind of request says nothing about trouble with another kind: each has a brake of its own beside the profile's.
  const own: Record<RequestKind, CircuitBreaker> = { upload: brake(), query: brake(), download: brake() };
  const all = [profileBreaker, ...Object.values(own)];
  /** Faults of each kind in a row, without an answer between them. */
  const faults: Record<RequestKind, number> = { upload: 0, query: 0, download: 0 };
  let question: 'none' | 'due' | 'out' = 'none';

  const hold = (kind: RequestKind) =>
    !profileBreaker.isOpen || !own[kind].isOpen || (kind === 'upload' && question !== 'none');

  /** @param tickets the request's, null when it had none */
  function fail(
    failure: ServiceFailure,
    kind: RequestKind,
    tickets: { profile: BreakerTicket; own: BreakerTicket } | null,
  ): BreakerEffect {
    const braking = pauseForFailure(failure, kind);
    const untold = () => {
      tickets?.profile.untold();
      tickets?.own.untold();
      return 'none' as const;
    };
    if (braking === null) return untold();
    if (isPassing(braking.times, kind)) return untold();
    const { reason, scope, askFirst } = braking;
    const isOnTrial = kind === 'upload' && (askFirst || question !== 'none');
    const breakerFailure = {
      reason,
      requestedMs: failure.retryAfterMs,
      maxOwnPauseMs: isOnTrial ? maxPauseMs : undefined,
    };
    const tripBreaker = (brake: CircuitBreaker, passage: BreakerTicket | undefined) =>
      passage ? passage.failed(breakerFailure) : brake.engage(breakerFailure);
    const isNews = tripBreaker(own[kind], tickets?.own);
    if (isNews && askFirst) question = 'due';
    if (scope === 'profile') return tripBreaker(profileBreaker, tickets?.profile) ? 'profile' : 'none';
    tickets?.profile.untold();
    return isNews ? 'kind' : 'none';
  }

  /** Counts a fault; true while it may be one photograph's own, and the service is not in trouble already. */
  function isPassing(times: number, kind: RequestKind): boolean {
    if (times === 1) return false;
    faults[kind] += 1;
    return faults[kind] < times && own[kind].state.stage === 'off';
  }

  async function ask(): Promise<void> {
    question = 'out';
    try {
      await askFree();
      question = 'none';
    } catch (error) {
      question = 'due';
      const failure = error instanceof ServiceFailure ? error : null;
      // Whatever it is, the next question waits for its turn.
      if (failure === null || fail(failure, 'upload', null) === 'none') {
        own.upload.engage({ reason: 'unreadable', requestedMs: failure?.retryAfterMs, maxOwnPauseMs: maxPauseMs });
      }
      if (failure !== null) onFailure(failure);
    }
    onChange();
  }

  return {
    hold,
    isTried: (kind) => profileBreaker.state.stage !== 'off' || own[kind].state.stage !== 'off',
    pass(kind) {
      const tickets = { profile: profileBreaker.pass(), own: own[kind].pass() };
      return {
        answered() {
          faults[kind] = 0;
          const isCurrent = tickets.profile.answered();
          return tickets.own.answered() && isCurrent;
        },
        failed: (failure) => fail(failure, kind, tickets),
        untold() {
          tickets.profile.untold();
          tickets.own.untold();
        },
      };
    },
    engage: (failure, kind) => fail(failure, kind, null),
    pause(kind) {
      const found = [
        { state: profileBreaker.state, kinds: requestKinds },
        ...requestKinds.map((each) => ({ state: own[each].state, kinds: [each] })),
      ].flatMap(({ state, kinds }) =>
        state.stage === 'paused' && (kind === undefined || kinds.includes(kind))
          ? [{ reason: state.reason, until: state.until, kinds }]
          : [],
      );
      // Of two that end together, the one that says more of what goes on: the profile's.
      return found.reduce<PauseOf | null>(
        (latest, each) => (latest && latest.until >= each.until ? latest : each),
        null,
      );
    },
    get isProbing() {
      return question === 'out' || all.some(({ state }) => state.stage === 'trying' && state.trial !== null);
    },
    askIfDue() {
      if (question === 'due' && profileBreaker.isOpen && own.upload.isOpen) void ask();
    },
    resume() {
      for (const each of all) each.resume();
    },
    forgiveNetwork() {
      for (const each of all) {
        const { state } = each;
        if (state.stage === 'paused' && networkReasons.includes(state.reason)) each.resume();
      }
    },
    close() {
      for (const each of all) each.close();
    },
  };
}
