/** Work that takes so much memory that two of it must not run beside each other in a process. */

let last: Promise<unknown> = Promise.resolve();

/** Begins `work` when all that was given here before has ended, however it did. @returns what it returns */
export function runExclusive<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work);
  last = result.catch(() => undefined);
  return result;
}
