/** Circuit breakers of a profile: for all requests, for each kind, and a free probe. */

import {
  networkReasons,
  type PauseReason,
  pauseForFailure,
  type RequestKind,
  requestKinds,
} from '../errors/pause-reasons.ts';
import { ServiceFailure } from '../errors/service-failure.ts';
import { type BreakerTicket, type CircuitBreaker, createCircuitBreaker, type Timer } from './circuit-breaker.ts';
import { type BreakerFailure, maxPauseMs } from './circuit-breaker-state.ts';

/** The requests that a failure paused. */
export type BreakerEffect = 'none' | 'kind' | 'profile';

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

export interface CircuitBreakersOptions {
  readonly clock: Timer;
  readonly sendProbe: () => Promise<void>;
  /** A pause is over or the probe has ended. */
  readonly onChange: () => void;
  /** Called after the failure has tripped its breaker. */
  readonly onProbeFailed: (failure: ServiceFailure) => void;
}

interface TicketPair {
  readonly profile: BreakerTicket;
  readonly kind: BreakerTicket;
}

export class CircuitBreakers {
  readonly #options: CircuitBreakersOptions;
  readonly #profileBreaker: CircuitBreaker;
  /** Separate, because a response to one kind proves nothing about another. */
  readonly #kindBreakers: Readonly<Record<RequestKind, CircuitBreaker>>;
  readonly #allBreakers: readonly CircuitBreaker[];
  readonly #consecutiveFailures: Record<RequestKind, number> = { upload: 0, query: 0, download: 0 };
  #probe: 'none' | 'due' | 'sent' = 'none';

  constructor(options: CircuitBreakersOptions) {
    const createBreaker = () => createCircuitBreaker(options.clock, options.onChange);
    this.#options = options;
    this.#profileBreaker = createBreaker();
    this.#kindBreakers = { upload: createBreaker(), query: createBreaker(), download: createBreaker() };
    this.#allBreakers = [this.#profileBreaker, ...Object.values(this.#kindBreakers)];
  }

  isBlocked(kind: RequestKind): boolean {
    if (!this.#profileBreaker.canPass || !this.#kindBreakers[kind].canPass) return true;
    return kind === 'upload' && this.#probe !== 'none';
  }

  isLimitedToOne(kind: RequestKind): boolean {
    return this.#profileBreaker.state.stage !== 'closed' || this.#kindBreakers[kind].state.stage !== 'closed';
  }

  /** Whether a trial request or the free probe is in flight. */
  get isProbing(): boolean {
    if (this.#probe === 'sent') return true;
    return this.#allBreakers.some(({ state }) => state.stage === 'half-open' && state.trial !== null);
  }

  /** Check `isBlocked` first. */
  pass(kind: RequestKind): RequestTicket {
    const tickets = { profile: this.#profileBreaker.pass(), kind: this.#kindBreakers[kind].pass() };
    return {
      answered: () => {
        this.#consecutiveFailures[kind] = 0;
        const isCurrent = tickets.profile.answered();
        return tickets.kind.answered() && isCurrent;
      },
      failed: (failure) => this.#fail(failure, kind, tickets),
      inconclusive: () => {
        tickets.profile.inconclusive();
        tickets.kind.inconclusive();
      },
    };
  }

  trip(failure: ServiceFailure, kind: RequestKind): BreakerEffect {
    return this.#fail(failure, kind, null);
  }

  /** Returns the longest pause of `kind`, or of all. */
  findPause(kind?: RequestKind): PauseOf | null {
    let latest: PauseOf | null = null;
    // Prefer the profile's if two pauses end together.
    for (const pause of this.#pauses()) {
      if (kind !== undefined && !pause.kinds.includes(kind)) continue;
      if (latest === null || latest.until < pause.until) latest = pause;
    }
    return latest;
  }

  probeIfDue(): void {
    const canProbe = this.#profileBreaker.canPass && this.#kindBreakers.upload.canPass;
    if (this.#probe === 'due' && canProbe) void this.#sendProbe();
  }

  resume(): void {
    for (const breaker of this.#allBreakers) breaker.resume();
  }

  /** Ends pauses that the network caused. */
  resumeAfterNetworkChange(): void {
    for (const breaker of this.#allBreakers) {
      const { state } = breaker;
      if (state.stage === 'open' && networkReasons.includes(state.reason)) breaker.resume();
    }
  }

  close(): void {
    for (const breaker of this.#allBreakers) breaker.close();
  }

  #pauses(): PauseOf[] {
    return [
      { state: this.#profileBreaker.state, kinds: requestKinds },
      ...requestKinds.map((kind) => ({ state: this.#kindBreakers[kind].state, kinds: [kind] })),
    ].flatMap(({ state, kinds }) =>
      state.stage === 'open' ? [{ reason: state.reason, until: state.until, kinds }] : [],
    );
  }

  #fail(failure: ServiceFailure, kind: RequestKind, tickets: TicketPair | null): BreakerEffect {
    const pause = pauseForFailure(failure, kind);
    if (pause === null || this.#isBelowThreshold(pause.threshold, kind)) {
      tickets?.profile.inconclusive();
      tickets?.kind.inconclusive();
      return 'none';
    }
    const needsLongPause = kind === 'upload' && (pause.needsProbe || this.#probe !== 'none');
    const breakerFailure: BreakerFailure = {
      reason: pause.reason,
      requestedMs: failure.retryAfterMs,
      maxOwnPauseMs: needsLongPause ? maxPauseMs : undefined,
    };
    const isNews = tripBreaker(this.#kindBreakers[kind], tickets?.kind, breakerFailure);
    if (isNews && pause.needsProbe) this.#probe = 'due';
    if (pause.scope === 'profile') {
      return tripBreaker(this.#profileBreaker, tickets?.profile, breakerFailure) ? 'profile' : 'none';
    }
    tickets?.profile.inconclusive();
    return isNews ? 'kind' : 'none';
  }

  /** Counts a failure. Whether it may be the photograph's. */
  #isBelowThreshold(threshold: number, kind: RequestKind): boolean {
    if (threshold === 1) return false;
    this.#consecutiveFailures[kind] += 1;
    return this.#consecutiveFailures[kind] < threshold && this.#kindBreakers[kind].state.stage === 'closed';
  }

  async #sendProbe(): Promise<void> {
    const { sendProbe, onChange, onProbeFailed } = this.#options;
    this.#probe = 'sent';
    try {
      await sendProbe();
      this.#probe = 'none';
    } catch (error) {
      this.#probe = 'due';
      const failure = error instanceof ServiceFailure ? error : null;
      // Trip for any failure, so that the next probe waits.
      if (failure === null || this.trip(failure, 'upload') === 'none') {
        const requestedMs = failure?.retryAfterMs;
        this.#kindBreakers.upload.trip({ reason: 'unreadable', requestedMs, maxOwnPauseMs: maxPauseMs });
      }
      if (failure !== null) onProbeFailed(failure);
    }
    onChange();
  }
}

function tripBreaker(breaker: CircuitBreaker, ticket: BreakerTicket | undefined, failure: BreakerFailure): boolean {
  return ticket ? ticket.failed(failure) : breaker.trip(failure);
}
