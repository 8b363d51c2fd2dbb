/** Circuit breakers of one profile: one for all requests, one for each kind, and the free probe before an upload that may be charged. */

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

/** The effect of a failure. */
export type BreakerEffect =
  /** Nothing new. */
  | 'none'
  /** Requests of its kind pause, or all do. */
  | 'kind'
  | 'profile';

/** One request that passed. Call exactly one method, once. */
export interface RequestTicket {
  /** Returns whether nothing has failed since the request started. */
  answered(): boolean;
  failed(failure: ServiceFailure): BreakerEffect;
  inconclusive(): void;
}

export interface PauseOf {
  readonly reason: PauseReason;
  /** ms of `Clock.monotonic`. */
  readonly until: number;
  readonly kinds: readonly RequestKind[];
}

export interface CircuitBreakers {
  isBlocked(kind: RequestKind): boolean;
  /** Whether the next request of this kind runs alone. */
  isLimitedToOne(kind: RequestKind): boolean;
  pass(kind: RequestKind): RequestTicket;
  /** Reports a failure from something that has no ticket. */
  trip(failure: ServiceFailure, kind: RequestKind): BreakerEffect;
  /** Returns the longest pause of `kind`, or of all kinds. */
  pause(kind?: RequestKind): PauseOf | null;
  /** Whether a trial request or the free probe is in flight. */
  readonly isProbing: boolean;
  /** Sends the free probe if it is due and its pause is over. */
  probeIfDue(): void;
  resume(): void;
  /** Ends pauses that the network caused, because the network may have changed. */
  forgiveNetwork(): void;
  close(): void;
}

/**
 * @param sendProbe see `RequestLimiterOptions.sendProbe`
 * @param onChange called when a pause is over or the probe got a response
 * @param onFailure called with the failure of a probe, after it has tripped its breaker
 */
export function createCircuitBreakers(
  clock: Timer,
  sendProbe: () => Promise<void>,
  onChange: () => void,
  onFailure: (failure: ServiceFailure) => void,
): CircuitBreakers {
  const createBreaker = () => createCircuitBreaker(clock, onChange);
  const profileBreaker = createBreaker();
  // A response to one kind of request proves nothing about another kind, so each kind has its own breaker.
  const kindBreakers: Record<RequestKind, CircuitBreaker> = {
    upload: createBreaker(),
    query: createBreaker(),
    download: createBreaker(),
  };
  const all = [profileBreaker, ...Object.values(kindBreakers)];
  /** Consecutive failures of each kind. */
  const faults: Record<RequestKind, number> = { upload: 0, query: 0, download: 0 };
  let probe: 'none' | 'due' | 'out' = 'none';

  const isBlocked = (kind: RequestKind) =>
    !profileBreaker.canPass || !kindBreakers[kind].canPass || (kind === 'upload' && probe !== 'none');

  /** @param tickets the request's, null when it had none */
  function fail(
    failure: ServiceFailure,
    kind: RequestKind,
    tickets: { profile: BreakerTicket; own: BreakerTicket } | null,
  ): BreakerEffect {
    const pause = pauseForFailure(failure, kind);
    const inconclusive = () => {
      tickets?.profile.inconclusive();
      tickets?.own.inconclusive();
      return 'none' as const;
    };
    if (pause === null) return inconclusive();
    if (isBelowThreshold(pause.times, kind)) return inconclusive();
    const { reason, scope, askFirst } = pause;
    const isOnTrial = kind === 'upload' && (askFirst || probe !== 'none');
    const breakerFailure = {
      reason,
      requestedMs: failure.retryAfterMs,
      maxOwnPauseMs: isOnTrial ? maxPauseMs : undefined,
    };
    const tripBreaker = (breaker: CircuitBreaker, ticket: BreakerTicket | undefined) =>
      ticket ? ticket.failed(breakerFailure) : breaker.trip(breakerFailure);
    const isNews = tripBreaker(kindBreakers[kind], tickets?.own);
    if (isNews && askFirst) probe = 'due';
    if (scope === 'profile') return tripBreaker(profileBreaker, tickets?.profile) ? 'profile' : 'none';
    tickets?.profile.inconclusive();
    return isNews ? 'kind' : 'none';
  }

  /** Counts a failure. Returns true while a single photograph may be its cause and the breaker is closed. */
  function isBelowThreshold(times: number, kind: RequestKind): boolean {
    if (times === 1) return false;
    faults[kind] += 1;
    return faults[kind] < times && kindBreakers[kind].state.stage === 'closed';
  }

  async function ask(): Promise<void> {
    probe = 'out';
    try {
      await sendProbe();
      probe = 'none';
    } catch (error) {
      probe = 'due';
      const failure = error instanceof ServiceFailure ? error : null;
      // Trip for any failure, so that the next probe waits.
      if (failure === null || fail(failure, 'upload', null) === 'none') {
        kindBreakers.upload.trip({
          reason: 'unreadable',
          requestedMs: failure?.retryAfterMs,
          maxOwnPauseMs: maxPauseMs,
        });
      }
      if (failure !== null) onFailure(failure);
    }
    onChange();
  }

  return {
    isBlocked,
    isLimitedToOne: (kind) => profileBreaker.state.stage !== 'closed' || kindBreakers[kind].state.stage !== 'closed',
    pass(kind) {
      const tickets = { profile: profileBreaker.pass(), own: kindBreakers[kind].pass() };
      return {
        answered() {
          faults[kind] = 0;
          const isCurrent = tickets.profile.answered();
          return tickets.own.answered() && isCurrent;
        },
        failed: (failure) => fail(failure, kind, tickets),
        inconclusive() {
          tickets.profile.inconclusive();
          tickets.own.inconclusive();
        },
      };
    },
    trip: (failure, kind) => fail(failure, kind, null),
    pause(kind) {
      const found = [
        { state: profileBreaker.state, kinds: requestKinds },
        ...requestKinds.map((each) => ({ state: kindBreakers[each].state, kinds: [each] })),
      ].flatMap(({ state, kinds }) =>
        state.stage === 'open' && (kind === undefined || kinds.includes(kind))
          ? [{ reason: state.reason, until: state.until, kinds }]
          : [],
      );
      // If two pauses end together, report the profile's.
      return found.reduce<PauseOf | null>(
        (latest, each) => (latest && latest.until >= each.until ? latest : each),
        null,
      );
    },
    get isProbing() {
      return probe === 'out' || all.some(({ state }) => state.stage === 'half-open' && state.trial !== null);
    },
    probeIfDue() {
      if (probe === 'due' && profileBreaker.canPass && kindBreakers.upload.canPass) void ask();
    },
    resume() {
      for (const each of all) each.resume();
    },
    forgiveNetwork() {
      for (const each of all) {
        const { state } = each;
        if (state.stage === 'open' && networkReasons.includes(state.reason)) each.resume();
      }
    },
    close() {
      for (const each of all) each.close();
    },
  };
}
