/** Runs `work` concurrently and yields results in the order of the items. Ends only when no work is in progress. */
export async function* mapInOrder<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  concurrency: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  try {
    for await (const item of items) {
      const result = work(item);
      // Errors surface below, which the next item may delay.
      result.catch(() => undefined);
      running.push(result);
      if (running.length === concurrency) yield await running.shift()!;
    }
    for (let result = running.shift(); result !== undefined; result = running.shift()) yield await result;
  } finally {
    await Promise.allSettled(running);
  }
}
