/** Lets other work run between two pieces of pixel work. */
import { setImmediate } from 'node:timers/promises';

/** About one frame of the screen. */
const maxBlockingMs = 12;

/**
 * Returns a function to call between rows. It yields to the event loop after every `maxBlockingMs`.
 * It throws the signal's reason if the work is aborted.
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
