/** Works on several things side by side and hands the outcomes on in order. */

/**
 * Yields what `work` makes of each item, in the order of the items, while it works on up to `sideBySide` of them. Nobody works on
 * anything any more once this has ended, however it has.
 */
export async function* mapInOrder<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  sideBySide: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const underWay: Promise<R>[] = [];
  try {
    for await (const item of items) {
      const made = work(item);
      // Heard of when it is its turn; until then the next item may be long in coming.
      made.catch(() => undefined);
      underWay.push(made);
      if (underWay.length === sideBySide) yield await underWay.shift()!;
    }
    for (let made = underWay.shift(); made !== undefined; made = underWay.shift()) yield await made;
  } finally {
    await Promise.allSettled(underWay);
  }
}
