/** How fast one profile's service is asked: as many requests at a time as it bears, and pauses when it says so. */
import type { ServiceFailure } from './failure.ts';

/** Time as the pace sees it. */
export interface Clock {
  /** ms since 1970. */
  now(): number;
  /** Calls `wake` after `ms`; the returned function takes that back. */
  after(ms: number, wake: () => void): () => void;
}

export interface PaceOptions {
  /** Requests at a time at most (the profile's setting). */
  readonly cap: number;
  /** Requests at a time to begin with; default 3 (open points, "Rate"). */
  readonly start?: number;
  readonly clock: Clock;
}

/** What the screen shows. */
export type PaceState =
  | { readonly condition: 'ready'; readonly running: number; readonly limit: number }
  /** Until the time `until` (ms since 1970) no request begins. `reason` is what the failure says of itself. */
  | {
      readonly condition: 'paused';
      readonly reason: 'busy' | 'unreachable';
      readonly until: number;
      readonly running: number;
      readonly limit: number;
    }
  /** Until `resume` no request begins. */
  | {
      readonly condition: 'stopped';
      readonly reason: 'credits' | 'auth';
      readonly sentence: string;
      readonly running: number;
      readonly limit: number;
    };

/** Leave to make one request. */
export interface Seat {
  /** Gives the seat back, once, with what came of the request: undefined for success or for something that says nothing about the service. */
  leave(failure?: ServiceFailure): void;
}

export interface Pace {
  /** Waits for a seat, first come first served; rejects with the signal's reason. */
  enter(signal?: AbortSignal): Promise<Seat>;
  /** How many seats are free now; none while anybody waits. */
  readonly room: number;
  readonly state: PaceState;
  /**
   * Tells the pace of a failure that had no seat (polling, a download). Returns the ms until requests may go on,
   * 0 if they may already.
   */
  heed(failure: ServiceFailure): number;
  /** Ends a stop or a pause: the user says it is all right now. */
  resume(): void;
  setCap(cap: number): void;
  /** Calls `listener` after every change of `state` or `room`; the returned function ends that. */
  onChange(listener: (state: PaceState) => void): () => void;
}

/** The first pause in ms when the service does not say how long; each further one doubles, up to the longest. */
const firstPause = 2_000;
const longestPause = 60_000;

export function createPace(options: PaceOptions): Pace {
  const { clock } = options;
  const listeners = new Set<(state: PaceState) => void>();
  const queue: { readonly admit: (seat: Seat) => void }[] = [];
  let cap = atLeastOne(options.cap);
  let limit = Math.min(atLeastOne(options.start ?? 3), cap);
  let running = 0;
  /** Successes at the full limit since it last changed: `limit` of them earn one more seat. */
  let credit = 0;
  let stop: { reason: 'credits' | 'auth'; sentence: string } | null = null;
  let pause: { reason: 'busy' | 'unreachable'; until: number; cancel: () => void } | null = null;
  /** Pauses in a row without a success between them. */
  let pausesInARow = 0;
  /** Raised with every slowing down, so that requests sent before it cannot slow down once more. */
  let epoch = 0;

  const state = (): PaceState => {
    if (stop !== null) return { condition: 'stopped', ...stop, running, limit };
    if (pause !== null) return { condition: 'paused', reason: pause.reason, until: pause.until, running, limit };
    return { condition: 'ready', running, limit };
  };
  const room = () => (stop !== null || pause !== null ? 0 : Math.max(limit - running, 0));
  /** Lets waiting requests in as far as there is room: after it, there is nobody waiting or no room. */
  const changed = () => {
    while (queue.length > 0 && room() > 0) queue.shift()?.admit(seat());
    for (const listener of listeners) listener(state());
  };

  const endPause = () => {
    pause?.cancel();
    pause = null;
  };

  const pauseFor = (reason: 'busy' | 'unreachable', asked: number | undefined) => {
    const ms = asked ?? Math.min(firstPause * 2 ** pausesInARow, longestPause);
    const until = clock.now() + ms;
    if (pause !== null && pause.until >= until) return;
    pause?.cancel();
    pause = {
      reason,
      until,
      cancel: clock.after(ms, () => {
        pause = null;
        changed();
      }),
    };
  };

  const slowDown = (failure: ServiceFailure, since: number) => {
    const reason = failure.subject === 'network' ? 'unreachable' : 'busy';
    const isNews = since === epoch;
    if (isNews || failure.retryAfterMs !== undefined) pauseFor(reason, failure.retryAfterMs);
    if (!isNews) return;
    epoch += 1;
    pausesInARow += 1;
    credit = 0;
    // A line that is down says nothing about how much the service can bear.
    if (reason === 'busy') limit = atLeastOne(Math.floor(limit / 2));
  };

  const learn = (failure: ServiceFailure | undefined, since: number, wasFull: boolean) => {
    switch (failure?.kind) {
      case 'wait':
        slowDown(failure, since);
        return;
      case 'credits':
      case 'auth':
        stop ??= { reason: failure.kind, sentence: failure.userMessage };
        return;
      case 'retry':
      case 'uncertain':
        credit = 0;
        return;
      case 'fatal':
      case undefined:
        if (since !== epoch) return;
        pausesInARow = 0;
        if (!wasFull || limit >= cap) return;
        credit += 1;
        if (credit < limit) return;
        limit += 1;
        credit = 0;
    }
  };

  const seat = (): Seat => {
    running += 1;
    const since = epoch;
    let left = false;
    return {
      leave: (failure) => {
        if (left) return;
        left = true;
        const wasFull = running >= limit;
        running -= 1;
        learn(failure, since, wasFull);
        changed();
      },
    };
  };

  return {
    enter: (signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        const waiting = {
          admit: (granted: Seat) => {
            signal?.removeEventListener('abort', give);
            resolve(granted);
          },
        };
        const give = () => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', give, { once: true });
        queue.push(waiting);
        changed();
      }),
    get room() {
      return room();
    },
    get state() {
      return state();
    },
    heed: (failure) => {
      // Within a pause, a further complaint is no news: it may lengthen the pause and no more.
      learn(failure, pause === null ? epoch : epoch - 1, false);
      changed();
      return pause === null ? 0 : Math.max(pause.until - clock.now(), 0);
    },
    resume: () => {
      stop = null;
      endPause();
      pausesInARow = 0;
      changed();
    },
    setCap: (next) => {
      cap = atLeastOne(next);
      limit = Math.min(limit, cap);
      credit = 0;
      changed();
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** One sentence for the screen, or null while all is well. `now` in ms since 1970. */
export function paceSentence(state: PaceState, now: number): string | null {
  switch (state.condition) {
    case 'ready':
      return null;
    case 'stopped':
      return state.sentence;
    case 'paused': {
      const left = waitInWords(state.until - now);
      return state.reason === 'busy'
        ? `The service asked us to slow down, ${left}.`
        : `The service cannot be reached; next try in ${left}.`;
    }
    default:
      return state satisfies never;
  }
}

function waitInWords(ms: number): string {
  const seconds = Math.max(Math.ceil(ms / 1000), 1);
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

function atLeastOne(count: number): number {
  return Math.max(Math.floor(count), 1);
}
