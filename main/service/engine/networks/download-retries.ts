/** Retry policy of interrupted downloads. */

export interface RetryOptions {
  /** Resets the count of interruptions, over any number of attempts. Default: 1 MB. */
  readonly minProgressBytes?: number | undefined;
  /** Interruptions without that progress; two if nothing arrives at all. Default: 5. */
  readonly tries?: number | undefined;
  /** The shortest delay; it doubles with each interruption. Default: 500. */
  readonly pauseMs?: number | undefined;
}

const maxPauseMs = 30_000;

/**
 * @param initialBytes downloaded before
 * @returns maps the bytes at an interruption to the next delay in ms, or null to give up
 */
export function createRetryPolicy(initialBytes: number, options: RetryOptions = {}): (bytes: number) => number | null {
  const { minProgressBytes = 1_000_000, tries = 5, pauseMs = 500 } = options;
  let lastBytes = initialBytes;
  let interruptions = 0;
  let hasProgress = false;
  return (bytes) => {
    hasProgress ||= bytes > initialBytes;
    if (bytes - lastBytes >= minProgressBytes) {
      lastBytes = bytes;
      interruptions = 0;
    } else interruptions += 1;
    const isOver = interruptions >= (hasProgress ? tries : Math.min(tries, 2));
    return isOver ? null : Math.min(maxPauseMs, pauseMs * 2 ** interruptions);
  };
}
