/** Limits one profile's requests: as many uploads as the service bears, pauses, then a single request first. */
import type { MessageDescriptor } from '../../../contract/messages/message.ts';
import { type RequestKind, requestKinds } from '../errors/pause-reasons.ts';
import { ServiceFailure } from '../errors/service-failure.ts';
import type { Timer } from './circuit-breaker.ts';
import { type BreakerEffect, CircuitBreakers, type PauseOf } from './circuit-breakers.ts';

export type { RequestKind } from '../errors/pause-reasons.ts';

export interface RequestLimiterOptions {
  readonly cap: number;
  /** Default: `cap`. A busy service halves it. */
  readonly start?: number;
  readonly clock: Timer;
  /**
   * Sends a free request before the next upload, after one that may have been charged in vain. Rejects with a
   * ServiceFailure unless an image service responds.
   */
  readonly sendProbe?: () => Promise<void>;
}

export type LimiterState = {
  readonly running: number;
  readonly limit: number;
  readonly probing: boolean;
} & (
  | { readonly condition: 'ready' }
  /** No such request starts before `until` (ms of `Clock.monotonic`). */
  | ({ readonly condition: 'paused' } & PauseOf)
  /** None of these kinds has had a response since its pause. */
  | { readonly condition: 'trying'; readonly kinds: readonly RequestKind[] }
  /** No upload starts before `resume`; for other requests see `isStopped`. */
  | { readonly condition: 'stopped'; readonly reason: 'credits' | 'auth'; readonly sentence: MessageDescriptor }
);

/** `answered`: the service responded, perhaps by rejecting this photograph. `unknown`: nothing was learned about it. */
export type RequestOutcome = 'answered' | 'unknown' | ServiceFailure;

export function requestOutcome(error: unknown): RequestOutcome {
  return error instanceof ServiceFailure ? error : 'unknown';
}

/** For one request, or for one job's downloads in turn. */
export interface RequestSlot {
  /** A slot that is never released can block the whole profile. */
  release(outcome: RequestOutcome): void;
}

export interface RequestLimiter {
  /** First come first served; rejects with the signal's reason. */
  enter(signal?: AbortSignal): Promise<RequestSlot>;
  tryAcquireSlot(kind: 'query' | 'download'): RequestSlot | null;
  canStart(kind: RequestKind): boolean;
  isStopped(kind: RequestKind): boolean;
  readonly stoppedFor: ServiceFailure | null;
  /** Free slots for uploads; 0 while any upload waits. */
  readonly room: number;
  readonly state: LimiterState;
  probeIfDue(): void;
  /** Reports a failure without a slot. Returns the pause in ms, or 0. */
  report(failure: ServiceFailure, kind: RequestKind): number;
  /** Ends a stop or pause on the user's request. After a pause, one request goes first. */
  resume(): void;
  suspend(): void;
  /** Also ends pauses and stops that the network may have caused. */
  wake(): void;
  setCap(cap: number): void;
  /** Stops the timers, so that they do not keep the process alive. */
  close(): void;
  /** Reports changes of `state` and `canStart`; returns the function that unsubscribes. */
  onChange(listener: (state: LimiterState) => void): () => void;
}

export function createRequestLimiter(options: RequestLimiterOptions): RequestLimiter {
  return new ProfileLimiter(options);
}

/** Methods that callers pass around unbound are properties. */
class ProfileLimiter implements RequestLimiter {
  readonly #clock: Timer;
  readonly #breakers: CircuitBreakers;
  readonly #listeners = new Set<(state: LimiterState) => void>();
  readonly #waiting: { readonly admit: (slot: RequestSlot) => void }[] = [];
  #cap: number;
  #limit: number;
  #running = 0;
  /** Successes at the full limit; `#limit` of them earn another slot. */
  #successes = 0;
  #stop: { readonly failure: ServiceFailure; readonly reason: 'credits' | 'auth' } | null = null;
  #isSuspended = false;
  #lastReported: string;

  constructor({ cap, start = cap, clock, sendProbe = async () => undefined }: RequestLimiterOptions) {
    this.#clock = clock;
    this.#cap = atLeastOne(cap);
    this.#limit = Math.min(atLeastOne(start), this.#cap);
    this.#breakers = new CircuitBreakers({
      clock,
      sendProbe,
      onChange: () => this.#update(),
      onProbeFailed: (failure) => this.#stopFor(failure),
    });
    this.#lastReported = this.#snapshot();
  }

  enter(signal?: AbortSignal): Promise<RequestSlot> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const entry = {
        admit: (slot: RequestSlot) => {
          signal?.removeEventListener('abort', onAbort);
          resolve(slot);
        },
      };
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(entry);
      this.#update();
    });
  }

  readonly tryAcquireSlot = (kind: 'query' | 'download'): RequestSlot | null => {
    if (!this.canStart(kind)) return null;
    const slot = this.#openSlot(kind);
    this.#update();
    return slot;
  };

  readonly canStart = (kind: RequestKind): boolean =>
    !this.#isSuspended && !this.isStopped(kind) && !this.#breakers.isBlocked(kind);

  /** Without credits, paid tasks are still queried. */
  readonly isStopped = (kind: RequestKind): boolean =>
    this.#stop !== null && (kind === 'upload' || (kind === 'query' && this.#stop.reason === 'auth'));

  get stoppedFor(): ServiceFailure | null {
    return this.#stop?.failure ?? null;
  }

  get room(): number {
    if (!this.canStart('upload')) return 0;
    const freeSlots = this.#limit - this.#running;
    return Math.max(Math.min(freeSlots, this.#breakers.isLimitedToOne('upload') ? 1 : this.#limit), 0);
  }

  get state(): LimiterState {
    const common = { running: this.#running, limit: this.#limit, probing: this.#breakers.isProbing };
    if (this.#stop !== null) {
      const { reason, failure } = this.#stop;
      return { ...common, condition: 'stopped', reason, sentence: failure.sentence };
    }
    const pause = this.#breakers.findPause();
    if (pause !== null) return { ...common, condition: 'paused', ...pause };
    const kinds = requestKinds.filter((kind) => this.#breakers.isLimitedToOne(kind));
    return kinds.length === 0 ? { ...common, condition: 'ready' } : { ...common, condition: 'trying', kinds };
  }

  probeIfDue(): void {
    if (this.#stop === null && !this.#isSuspended) this.#breakers.probeIfDue();
  }

  report(failure: ServiceFailure, kind: RequestKind): number {
    this.#learn(failure, kind, this.#breakers.trip(failure, kind));
    this.#update();
    return Math.max((this.#breakers.findPause(kind)?.until ?? 0) - this.#clock.monotonic(), 0);
  }

  resume(): void {
    this.#stop = null;
    this.#breakers.resume();
    this.#update();
  }

  readonly suspend = (): void => {
    this.#isSuspended = true;
    this.#update();
  };

  wake(): void {
    this.#isSuspended = false;
    // It concerns the network on the way to the service, not the key.
    if (this.#stop?.failure.subject === 'network') this.#stop = null;
    this.#breakers.resumeAfterNetworkChange();
    this.#update();
  }

  setCap(cap: number): void {
    // A limit that was not lowered follows the maximum.
    this.#limit = this.#limit === this.#cap ? atLeastOne(cap) : Math.min(this.#limit, atLeastOne(cap));
    this.#cap = atLeastOne(cap);
    this.#successes = 0;
    this.#update();
  }

  close(): void {
    this.#breakers.close();
  }

  onChange(listener: (state: LimiterState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #snapshot(): string {
    return JSON.stringify([this.state, this.room, requestKinds.map(this.canStart)]);
  }

  #update(): void {
    if (this.#waiting.length > 0) this.probeIfDue();
    while (this.#waiting.length > 0 && this.room > 0) this.#waiting.shift()?.admit(this.#openSlot('upload'));
    const before = this.#lastReported;
    this.#lastReported = this.#snapshot();
    if (this.#lastReported === before) return;
    for (const listener of this.#listeners) listener(this.state);
  }

  #openSlot(kind: RequestKind): RequestSlot {
    const ticket = this.#breakers.pass(kind);
    const slots = kind === 'upload' ? 1 : 0;
    this.#running += slots;
    let isReleased = false;
    return {
      release: (outcome) => {
        if (isReleased) return;
        isReleased = true;
        const wasFull = this.#running >= this.#limit;
        this.#running -= slots;
        if (outcome === 'unknown') ticket.inconclusive();
        else if (outcome === 'answered' || outcome.kind === 'fatal') {
          if (ticket.answered() && wasFull && slots > 0) this.#countSuccess();
        } else this.#learn(outcome, kind, ticket.failed(outcome));
        this.#update();
      },
    };
  }

  #countSuccess(): void {
    if (this.#limit >= this.#cap) return;
    this.#successes += 1;
    if (this.#successes < this.#limit) return;
    this.#limit += 1;
    this.#successes = 0;
  }

  #learn(failure: ServiceFailure, kind: RequestKind, effect: BreakerEffect): void {
    // A download carries no key, and results may be on another host.
    if (kind !== 'download') this.#stopFor(failure);
    this.#successes = 0;
    // Only a busy service reveals how many uploads it bears.
    if (effect === 'profile' && failure.kind === 'wait' && failure.subject !== 'network') {
      this.#limit = atLeastOne(Math.floor(this.#limit / 2));
    }
  }

  #stopFor(failure: ServiceFailure): void {
    if (failure.kind !== 'credits' && failure.kind !== 'auth') return;
    this.#stop ??= { failure, reason: failure.kind };
  }
}

function atLeastOne(count: number): number {
  return Math.max(Math.floor(count), 1);
}
