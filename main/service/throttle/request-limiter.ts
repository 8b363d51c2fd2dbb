/**
 * How fast one profile's service is asked: as many uploads at a time as it bears, pauses when it is in trouble, and after a
 * pause one request alone before the others follow.
 */
import type { MessageDescriptor } from '../../../contract/messages/message.ts';
import { type RequestKind, requestKinds } from '../errors/pause-reasons.ts';
import { ServiceFailure } from '../service-failure.ts';
import type { Timer } from './circuit-breaker.ts';
import { type BreakerEffect, createCircuitBreakers, type PauseOf } from './circuit-breakers.ts';

export type { RequestKind } from '../errors/pause-reasons.ts';

export interface RequestLimiterOptions {
  /** Uploads at a time at most (the profile's setting). */
  readonly cap: number;
  /** Uploads at a time to begin with; default: as many as there may be. A service that is busy halves them. */
  readonly start?: number;
  readonly clock: Timer;
  /**
   * Asks the service something that costs nothing; rejects with a ServiceFailure when it does not answer as an image service
   * does. Asked before the next upload, once an upload may have been charged and its answer was none.
   */
  readonly sendProbe?: () => Promise<void>;
}

/** What the screen shows. Which requests may begin is `canStart`'s to say: an upload may have to wait while a query need not. */
export type LimiterState = {
  /** Uploads that have a seat. */
  readonly running: number;
  /** Seats for uploads. */
  readonly limit: number;
  /** One request is out that tries the service, before others follow. */
  readonly probing: boolean;
} & (
  | { readonly condition: 'ready' }
  /** Until the time `until` (ms of `Clock.monotonic`) no request of these kinds begins. */
  | ({ readonly condition: 'paused' } & PauseOf)
  /** The pause of these kinds is over, and none of them has been answered since: the trouble may last. */
  | { readonly condition: 'trying'; readonly kinds: readonly RequestKind[] }
  /** Until `resume` no upload begins; for other requests see `isStopped`. */
  | { readonly condition: 'stopped'; readonly reason: 'credits' | 'auth'; readonly sentence: MessageDescriptor }
);

/**
 * How a request ended: the service answered it (also with a refusal of this one photograph); nothing was learned of the
 * service (never made, broken off by us, this computer's own fault); or it failed.
 */
export type RequestOutcome = 'answered' | 'unknown' | ServiceFailure;

/** The ending that an error of a request amounts to. */
export function requestOutcome(error: unknown): RequestOutcome {
  return error instanceof ServiceFailure ? error : 'unknown';
}

/** Permission to make one request (or, for a download, those of one job's results, one after the other). */
export interface RequestSlot {
  /** Gives the seat back, once, with what came of the request. A seat that is never given back can hold up the whole profile. */
  release(ending: RequestOutcome): void;
}

export interface RequestLimiter {
  /** Waits for a seat for an upload, first come first served; rejects with the signal's reason. */
  enter(signal?: AbortSignal): Promise<RequestSlot>;
  /** Permission for a request that waits for no seat, or null when `canStart` says no. */
  tryAcquireSlot(kind: 'query' | 'download'): RequestSlot | null;
  /** True while no stop, no pause and no other request that tries the service out holds requests of this kind back. */
  canStart(kind: RequestKind): boolean;
  /** True while requests of this kind are stopped until `resume`. */
  isStopped(kind: RequestKind): boolean;
  /** Why uploads are stopped until `resume`; null = they are not. */
  readonly stoppedFor: ServiceFailure | null;
  /** How many uploads may begin now; none while anybody waits. */
  readonly room: number;
  readonly state: LimiterState;
  /** Sees to it that something free is asked, where that has to be before the next upload. */
  probeIfDue(): void;
  /** Tells of a failure that had no seat. Returns the ms until such requests may go on, 0 if they may already. */
  report(failure: ServiceFailure, kind: RequestKind): number;
  /** Ends a stop or a pause: the user says it is all right now. After a pause, one request goes first. */
  resume(): void;
  /** The computer is about to sleep: no request begins before `wake`. */
  suspend(): void;
  /** Requests may begin again, and what the network was to blame for (a pause, a stop for a certificate) is over. */
  wake(): void;
  setCap(cap: number): void;
  /** Ends its timers, so that they do not keep the process alive. */
  close(): void;
  /** Calls `listener` after every change of `state` or of what may begin; the returned function ends that. */
  onChange(listener: (state: LimiterState) => void): () => void;
}

export function createRequestLimiter(options: RequestLimiterOptions): RequestLimiter {
  const { clock, sendProbe: askFree = async () => undefined } = options;
  const listeners = new Set<(state: LimiterState) => void>();
  const queue: { readonly admit: (slot: RequestSlot) => void }[] = [];
  let cap = atLeastOne(options.cap);
  let limit = Math.min(atLeastOne(options.start ?? options.cap), cap);
  let running = 0;
  /** Successes at the full limit since it last changed: `limit` of them earn one more seat. */
  let credit = 0;
  let stop: { readonly failure: ServiceFailure; readonly reason: 'credits' | 'auth' } | null = null;
  let isSuspended = false;
  const breakers = createCircuitBreakers(clock, askFree, changed, stopFor);
  /** What the listeners know. */
  let lastReported = picture();

  function picture(): string {
    return JSON.stringify([state(), room(), requestKinds.map(canStart)]);
  }

  function stopFor(failure: ServiceFailure): void {
    if (failure.kind !== 'credits' && failure.kind !== 'auth') return;
    stop ??= { failure, reason: failure.kind };
  }

  function state(): LimiterState {
    const common = { running, limit, probing: breakers.isProbing };
    if (stop !== null) return { ...common, condition: 'stopped', reason: stop.reason, sentence: stop.failure.sentence };
    const pause = breakers.pause();
    if (pause !== null) return { ...common, condition: 'paused', ...pause };
    const kinds = requestKinds.filter(breakers.isLimitedToOne);
    return kinds.length === 0 ? { ...common, condition: 'ready' } : { ...common, condition: 'trying', kinds };
  }

  /** Without credits, what is paid is still asked for; and a download carries no key. */
  function isStopped(kind: RequestKind): boolean {
    return stop !== null && (kind === 'upload' || (kind === 'query' && stop.reason === 'auth'));
  }

  function canStart(kind: RequestKind): boolean {
    return !isSuspended && !isStopped(kind) && !breakers.isBlocked(kind);
  }

  function room(): number {
    if (!canStart('upload')) return 0;
    return Math.max(Math.min(limit - running, breakers.isLimitedToOne('upload') ? 1 : limit), 0);
  }

  /** Lets waiting uploads in as far as there is room: after it, there is nobody waiting or no room. */
  function changed(): void {
    if (queue.length > 0) probeIfDue();
    while (queue.length > 0 && room() > 0) queue.shift()?.admit(take('upload'));
    const before = lastReported;
    lastReported = picture();
    if (lastReported === before) return;
    for (const listener of listeners) listener(state());
  }

  function probeIfDue(): void {
    if (stop === null && !isSuspended) breakers.probeIfDue();
  }

  function learn(failure: ServiceFailure, kind: RequestKind, effect: BreakerEffect): void {
    // It carries no key, and results may lie on another host: a download says nothing of key or credits.
    if (kind !== 'download') stopFor(failure);
    credit = 0;
    // Only a busy service says something about how much it can bear.
    if (effect === 'profile' && failure.kind === 'wait' && failure.subject !== 'network') {
      limit = atLeastOne(Math.floor(limit / 2));
    }
  }

  function take(kind: RequestKind): RequestSlot {
    const ticket = breakers.pass(kind);
    const seats = kind === 'upload' ? 1 : 0;
    running += seats;
    let isReleased = false;
    return {
      release: (ending) => {
        if (isReleased) return;
        isReleased = true;
        const wasFull = running >= limit;
        running -= seats;
        if (ending === 'unknown') ticket.inconclusive();
        else if (ending === 'answered' || ending.kind === 'fatal') grow(ticket.answered() && wasFull && seats > 0);
        else learn(ending, kind, ticket.failed(ending));
        changed();
      },
    };
  }

  function grow(isEarned: boolean): void {
    if (!isEarned || limit >= cap) return;
    credit += 1;
    if (credit < limit) return;
    limit += 1;
    credit = 0;
  }

  return {
    enter: (signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        const waiting = {
          admit: (granted: RequestSlot) => {
            signal?.removeEventListener('abort', onAbort);
            resolve(granted);
          },
        };
        const onAbort = () => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        queue.push(waiting);
        changed();
      }),
    tryAcquireSlot: (kind) => {
      if (!canStart(kind)) return null;
      const slot = take(kind);
      changed();
      return slot;
    },
    canStart,
    isStopped,
    get stoppedFor() {
      return stop?.failure ?? null;
    },
    get room() {
      return room();
    },
    get state() {
      return state();
    },
    probeIfDue,
    report: (failure, kind) => {
      learn(failure, kind, breakers.trip(failure, kind));
      changed();
      return Math.max((breakers.pause(kind)?.until ?? 0) - clock.monotonic(), 0);
    },
    resume: () => {
      stop = null;
      breakers.resume();
      changed();
    },
    suspend: () => {
      isSuspended = true;
      changed();
    },
    wake: () => {
      isSuspended = false;
      // It said something of the network between here and the service, not of the key.
      if (stop?.failure.subject === 'network') stop = null;
      breakers.forgiveNetwork();
      changed();
    },
    setCap: (next) => {
      // One that was not slowed down goes along.
      limit = limit === cap ? atLeastOne(next) : Math.min(limit, atLeastOne(next));
      cap = atLeastOne(next);
      credit = 0;
      changed();
    },
    close: breakers.close,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function atLeastOne(count: number): number {
  return Math.max(Math.floor(count), 1);
}
