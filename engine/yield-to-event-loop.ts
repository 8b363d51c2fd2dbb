import { setImmediate } from 'node:timers/promises';

/**
 * Returns a function to await between two steps of long work, so that messages such as a cancellation can arrive.
 * It throws the reason of an aborted signal.
 */
export function createYielder(signal: AbortSignal): () => Promise<void> {
  return async () => {
    await setImmediate();
    signal.throwIfAborted();
  };
}
