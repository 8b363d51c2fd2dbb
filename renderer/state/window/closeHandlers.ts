/** Work to finish before the window closes. */

const handlers = new Set<() => void>();
const pending = new Set<Promise<unknown>>();

/** Calls `handler` before the window closes or the page reloads. Returns a function that unregisters it. */
export function onBeforeClose(handler: () => void): () => void {
  handlers.add(handler);
  return () => {
    handlers.delete(handler);
  };
}

/** Keeps the window open until `work` has settled. */
export function trackPending<T>(work: Promise<T>): Promise<T> {
  pending.add(work);
  const end = () => void pending.delete(work);
  work.then(end, end);
  return work;
}

export function runCloseHandlers(): void {
  for (const handler of handlers) handler();
}

export const pendingWork = (): ReadonlySet<Promise<unknown>> => pending;
