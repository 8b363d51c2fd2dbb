/** Waits for something only as long as somebody wants it. */

/**
 * What `wanted` becomes; rejects with the signal's reason as soon as it has fired, though an engine is still starting or a service
 * silent: what they bring later is dropped.
 */
export function raceAbort<T>(wanted: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = () => reject(signal.reason);
    if (signal.aborted) give();
    signal.addEventListener('abort', give, { once: true });
    wanted.then(resolve, reject).finally(() => signal.removeEventListener('abort', give));
  });
}
