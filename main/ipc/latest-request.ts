/** Requests of which only the newest counts, such as the estimate of a form that changes. */
import { withUserErrors } from './user-error.ts';

/** Returns a function that cancels its earlier work before it starts; canceled work gives null. */
export function createLatestRequest() {
  let control = new AbortController();
  return async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | null> => {
    control.abort();
    control = new AbortController();
    const { signal } = control;
    try {
      return await withUserErrors(() => work(signal));
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  };
}
