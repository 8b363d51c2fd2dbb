/** Lets the event loop turn between the steps of long work. */
import { setImmediate } from 'node:timers/promises';

/**
 * A function to await between two steps: messages to this thread (a cancellation is one) are heard only between turns of the
 * event loop. It throws the signal's reason once it has fired.
 */
export function createYielder(signal: AbortSignal): () => Promise<void> {
  return async () => {
    await setImmediate();
    signal.throwIfAborted();
  };
}
