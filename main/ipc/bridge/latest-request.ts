import { withUserErrors } from './user-error.ts';

/**
 * Returns a function for requests that replace each other, such as the estimate of a form that changes. It cancels its
 * previous work, which then returns null.
 */
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
