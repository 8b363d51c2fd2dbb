/** Lets other work run between two pieces of pixel work. */
import { setImmediate } from 'node:timers/promises';

/** About one frame of the screen. */
const maxBlockingMs = 12;

/** Returns a function that yields to the event loop after every `maxBlockingMs`, and throws the signal's reason. */
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
