/** Work that must be done or finished before the window closes. */

const duties = new Set<() => void>();
const pending = new Set<Promise<unknown>>();

/** Calls `duty` before the window closes or the page reloads. @returns a function that unregisters it */
export function onBeforeClose(duty: () => void): () => void {
  duties.add(duty);
  return () => {
    duties.delete(duty);
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
  for (const duty of duties) duty();
}

export const pendingWork = (): ReadonlySet<Promise<unknown>> => pending;
