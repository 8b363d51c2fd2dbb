/** Holds requests to a service in trouble back: a pause that doubles, then one request alone that tries it out. */
import type { Clock } from '../../clock.ts';
import type { PauseReason } from '../meanings/trouble.ts';

/** Pauses of our own in ms: the first, and the longest; each further one in a row is twice as long. */
const firstPause = 2_000;
const longestPause = 5 * 60_000;
/** Neither a service nor an upload that may be charged for nothing sends us to sleep for longer than this, in ms. */
export const longestOfAll = 60 * 60_000;

/**
 * How long to pause, in ms: what the service asked for, but no shorter than our own floor (a `Retry-After: 0` would have us
 * ask without end) and at most an hour.
 * @param before pauses in a row before this one
 * @param longest of our own pauses
 */
export function pauseMs(before: number, asked: number | undefined, longest = longestPause): number {
  const floor = Math.min(firstPause * 2 ** Math.min(before, 16), longest);
  return Math.max(floor, Math.min(asked ?? 0, longestOfAll));
}

/** A wall clock that is set must not lengthen a pause. */
export type Timer = Pick<Clock, 'monotonic' | 'after'>;

/** What a failure brings about. */
export interface Trouble {
  readonly reason: PauseReason;
  /** What the service asked for, in ms. */
  readonly askedMs?: number | undefined;
  /** Longest pause of our own, in ms; default five minutes. */
  readonly longestMs?: number | undefined;
}

export type BrakeStage =
  | { readonly stage: 'off' }
  /** Nobody may pass until the time `until` (ms of `Clock.monotonic`). */
  | { readonly stage: 'paused'; readonly reason: PauseReason; readonly until: number }
  /** One request may pass, or (`isOut`) has passed and is not answered yet. */
  | { readonly stage: 'trying'; readonly reason: PauseReason; readonly isOut: boolean };

/** One request's way past a brake; exactly one of its methods is called, once, when the request has ended. */
export interface Passage {
  /** The service answered. True when the request was begun after the last trouble: that trouble is then over. */
  answered(): boolean;
  /** The service is in trouble. True when that is news: requests begun before the last trouble cannot tell of it once more. */
  failed(trouble: Trouble): boolean;
  /** Nothing was learned: somebody else may try. */
  untold(): void;
}

export interface Brake {
  readonly stage: BrakeStage;
  readonly isOpen: boolean;
  /** Lets a request past, which the caller has seen to be open. */
  pass(): Passage;
  /** Trouble told of by something that had no passage. */
  engage(trouble: Trouble): boolean;
  /** Ends a pause now, so that one request may try; pauses begin anew at their shortest. */
  resume(): void;
  /** Ends its timer, for good: a pause then does not end by itself. */
  close(): void;
}

/** @param onPauseEnd called when a pause is over, by its own time */
export function createBrake(clock: Timer, onPauseEnd: () => void): Brake {
  let held: { reason: PauseReason; until: number; cancelTimer: (() => void) | null } | null = null;
  /** The request that tries the service out. */
  let trial: Passage | null = null;
  /** Pauses in a row without an answer between them. */
  let inARow = 0;
  /** Raised with every news of trouble, so that requests begun before it are known. */
  let epoch = 0;
  let isClosed = false;

  const isPaused = () => held !== null && held.cancelTimer !== null;

  function pause(reason: PauseReason, ms: number): void {
    const until = clock.monotonic() + ms;
    if (isClosed || (held !== null && isPaused() && held.until >= until)) return;
    held?.cancelTimer?.();
    const own = { reason, until, cancelTimer: null as (() => void) | null };
    own.cancelTimer = clock.after(ms, () => {
      own.cancelTimer = null;
      onPauseEnd();
    });
    held = own;
  }

  function failed({ reason, askedMs, longestMs }: Trouble, since: number): boolean {
    const isNews = since === epoch;
    if (isNews) {
      pause(reason, pauseMs(inARow, askedMs, longestMs));
      inARow += 1;
      epoch += 1;
      trial = null;
    } else if (askedMs !== undefined) pause(reason, pauseMs(Math.max(inARow - 1, 0), askedMs, longestMs));
    return isNews;
  }

  function stage(): BrakeStage {
    if (held === null) return { stage: 'off' };
    const { reason, until } = held;
    return isPaused() ? { stage: 'paused', reason, until } : { stage: 'trying', reason, isOut: trial !== null };
  }

  return {
    get stage() {
      return stage();
    },
    get isOpen() {
      return held === null || (!isPaused() && trial === null);
    },
    pass() {
      const since = epoch;
      const passage: Passage = {
        answered() {
          if (trial === passage) trial = null;
          if (since !== epoch) return false;
          inARow = 0;
          // A pause that a straggler has asked for meanwhile is kept to.
          if (!isPaused()) held = null;
          return true;
        },
        failed(told) {
          if (trial === passage) trial = null;
          return failed(told, since);
        },
        untold() {
          if (trial === passage) trial = null;
        },
      };
      if (held !== null) trial = passage;
      return passage;
    },
    // Within a pause, a further complaint is no news: it may lengthen the pause and no more.
    engage: (told) => failed(told, isPaused() ? epoch - 1 : epoch),
    close() {
      isClosed = true;
      held?.cancelTimer?.();
    },
    resume() {
      inARow = 0;
      if (held === null) return;
      held.cancelTimer?.();
      held.cancelTimer = null;
    },
  };
}
