/** How long to wait before trying again. */

/** A stage of a job is tried this often before the job fails. */
export const maxAttempts = 6;
const firstDelayMs = 1000;
const maxBackoffMs = 60_000;
/** A result that cannot be fetched or written is paid: it is tried for as long as it takes, but not without rest. */
export const maxResultRetryMs = 10 * 60_000;

/**
 * ms to wait after the `failures`-th failure in a row (from 1): doubling from 1 s, at most `maxMs`, of which a random half
 * is taken off so that many jobs do not come back at the same moment.
 * @param random a number from 0 to below 1
 */
export function backoffMs(failures: number, random: number, maxMs = maxBackoffMs): number {
  const fullDelayMs = Math.min(maxMs, firstDelayMs * 2 ** Math.min(failures - 1, 16));
  return Math.round(fullDelayMs / 2 + (fullDelayMs / 2) * random);
}
