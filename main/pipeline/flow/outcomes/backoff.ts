/** Delays before a retry. */

/** Attempts of a stage, after which the job fails. */
export const maxAttempts = 6;
const firstDelayMs = 1000;
const maxBackoffMs = 60_000;
/** Longest delay before fetching or writing a paid result is retried. Those retries never end. */
export const maxResultRetryMs = 10 * 60_000;

/**
 * Returns the delay in ms after the `failures`-th failure in a row (from 1). It doubles from 1 s up to `maxMs`. A random
 * part of up to one half is subtracted, so that many jobs do not return at the same moment.
 * @param random a number from 0 to below 1
 */
export function backoffMs(failures: number, random: number, maxMs = maxBackoffMs): number {
  const fullDelayMs = Math.min(maxMs, firstDelayMs * 2 ** Math.min(failures - 1, 16));
  return Math.round(fullDelayMs / 2 + (fullDelayMs / 2) * random);
}
