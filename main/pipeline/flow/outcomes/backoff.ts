/** Delays before a retry. */

/** Failures of a stage until the job fails. */
export const maxAttempts = 6;
const firstDelayMs = 1000;
const maxBackoffMs = 60_000;
/** Longest delay for a paid result, which is retried forever. */
export const maxResultRetryMs = 10 * 60_000;

/**
 * Returns a delay that doubles from 1 s up to `maxMs`, less a random part of up to one half that spreads the jobs.
 * @param failures failures in a row, from 1
 * @param random 0 to below 1
 */
export function backoffMs(failures: number, random: number, maxMs = maxBackoffMs): number {
  const fullDelayMs = Math.min(maxMs, firstDelayMs * 2 ** Math.min(failures - 1, 16));
  return Math.round(fullDelayMs / 2 + (fullDelayMs / 2) * random);
}
