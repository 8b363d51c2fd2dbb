/** How often a download that breaks off is gone on with, and after which pauses. */

export interface RetryOptions {
  /** Bytes that make up for the breaks before them, over however many attempts they came. Default: 1 MB. */
  readonly minProgressBytes?: number | undefined;
  /** Breaks without that much in between, before it is over; two where nothing has come at all. Default: 5. */
  readonly tries?: number | undefined;
  /** The shortest pause, in ms; it doubles with each such break. Default: 500. */
  readonly pauseMs?: number | undefined;
}

const maxPauseMs = 30_000;

/**
 * @param have bytes that are there before the first attempt
 * @returns asked after each break with the bytes that are there now: the pause before the next attempt in ms; null = enough
 */
export function createRetryPolicy(have: number, options: RetryOptions = {}): (now: number) => number | null {
  const { minProgressBytes = 1_000_000, tries = 5, pauseMs = 500 } = options;
  let mark = have;
  let breaks = 0;
  let hasCome = false;
  return (now) => {
    hasCome ||= now > have;
    if (now - mark >= minProgressBytes) {
      mark = now;
      breaks = 0;
    } else breaks += 1;
    const isOver = breaks >= (hasCome ? tries : Math.min(tries, 2));
    return isOver ? null : Math.min(maxPauseMs, pauseMs * 2 ** breaks);
  };
}
