/** Lets the rest of the program run between two pieces of pixel work. */
import { setImmediate } from 'node:timers/promises';

/** How long pixel work may hold the program up at a time, ms: about one frame of the screen. */
const maxBlockingMs = 12;

/**
 * A function to call between rows: most calls return at once, one after `maxBlockingMs` ms waits for a turn of the event loop.
 * It throws the signal's reason when the work is no longer wanted.
 */
export function createYielder(signal: AbortSignal): () => Promise<void> | undefined {
  let last = performance.now();
  return () => {
    if (performance.now() - last < maxBlockingMs) return undefined;
    return setImmediate().then(() => {
      signal.throwIfAborted();
      last = performance.now();
    });
  };
}
