/** Lets the rest of the program run between two pieces of pixel work. */
import { setImmediate } from 'node:timers/promises';

/** Waits for one turn of the event loop. Throws the signal's reason when the work is no longer wanted. */
export async function pause(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}
