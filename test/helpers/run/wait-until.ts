/** Bounded polling for helpers that also run outside vitest. */
import { setTimeout as sleep } from 'node:timers/promises';

interface WaitOptions {
  /** Real time until it fails; default 60 s. */
  readonly timeoutMs?: number;
  /** ms between two polls; default 50. */
  readonly intervalMs?: number;
}

/**
 * Polls `look` until it returns a truthy value, and returns that.
 * @param failure message of the error thrown on timeout
 */
export async function waitUntil<T>(
  look: () => T | Promise<T>,
  failure: string,
  { timeoutMs = 60_000, intervalMs = 50 }: WaitOptions = {},
): Promise<Exclude<T, false | null | undefined>> {
  for (const end = performance.now() + timeoutMs; ; await sleep(intervalMs)) {
    const found = await look();
    if (found) return found as Exclude<T, false | null | undefined>;
    if (performance.now() > end) throw new Error(failure);
  }
}
