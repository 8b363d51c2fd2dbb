/** Does something with any number of rows: in slices, so that everything else goes on in between; it says how far it is, and can be stopped. */
import type { BulkProgress, BulkSpeed, BulkWork } from '../../contract/review/bulk-progress.ts';
import { retryTransient } from '../store/index.ts';

/** How long a slice should take, in ms: screens and queue wait for that long, and several times that where the machine is busy. */
const sliceMs = 6;
/** By the slowest of so many slices the next is measured: one that was quick by chance is not followed by one that is long. */
const remembered = 4;
const firstSlice = 32;
const maxSliceRows = 2000;
/** What is over sooner (ms) is not told of. */
const quietMs = 300;

export type Bulk = ReturnType<typeof createBulk>;

/** @param onProgress how far a piece of work is, a few times a second */
export function createBulk(
  onProgress: (progress: BulkProgress) => void,
  clock: () => number = () => performance.now(),
) {
  const running = new Map<number, AbortController>();
  let last = 0;
  /** Work that is going on beside all other. */
  const asides = new Set<Promise<unknown>>();
  /** One after the other: two that change the same rows would undo each other. */
  let before: Promise<unknown> = Promise.resolve();

  async function slices<T>(kind: BulkWork, ids: readonly number[], act: (slice: readonly number[]) => T): Promise<T[]> {
    last += 1;
    const id = last;
    const control = new AbortController();
    running.set(id, control);
    const begun = clock();
    let reportedAt = begun;
    let isReported = false;
    let size = firstSlice;
    let done = 0;
    /** ms for a row, of the last slices. */
    const costs: number[] = [];
    const results: T[] = [];
    try {
      while (done < ids.length && !control.signal.aborted) {
        const slice = ids.slice(done, done + size);
        const sliceStart = clock();
        // Told at once: it may be for long, and can be stopped.
        const onWait = (waitsFor: 'locked' | 'full') => {
          isReported = true;
          onProgress({ id, work: kind, done, total: ids.length, isOver: false, waitsFor });
        };
        results.push(await retryTransient(() => act(slice), control.signal, onWait));
        costs.push(Math.max(0.1, clock() - sliceStart) / slice.length);
        if (costs.length > remembered) costs.shift();
        size = Math.max(1, Math.min(maxSliceRows, Math.round(sliceMs / Math.max(...costs)), size * 4));
        done += slice.length;
        if (clock() - begun >= quietMs && clock() - reportedAt >= 100) {
          reportedAt = clock();
          isReported = true;
          onProgress({ id, work: kind, done, total: ids.length, isOver: false });
        }
        await new Promise(setImmediate);
      }
      return results;
    } catch (fault) {
      // Stopped while it waited for the database.
      if (control.signal.aborted) return results;
      throw fault;
    } finally {
      running.delete(id);
      if (isReported) onProgress({ id, work: kind, done, total: ids.length, isOver: true });
    }
  }

  return {
    /**
     * Work that takes its own time, beside all others: `done` says how many of `total` there are, and perhaps how fast; the signal
     * ends it.
     */
    async runAlongside<T>(
      kind: BulkWork,
      total: number,
      work: (done: (count: number, flow?: BulkSpeed) => void, signal: AbortSignal) => Promise<T>,
    ): Promise<T> {
      last += 1;
      const id = last;
      const control = new AbortController();
      running.set(id, control);
      let reportedAt = clock() - 100;
      const report = (done: number, isOver: boolean, flow?: BulkSpeed) =>
        onProgress({ id, work: kind, done, total, isOver, ...(flow ? { flow } : {}) });
      const done = (count: number, flow?: BulkSpeed) => {
        if (clock() - reportedAt < 100) return;
        reportedAt = clock();
        report(count, false, flow);
      };
      const working = work(done, control.signal);
      const settled = working.catch(() => undefined);
      asides.add(settled);
      try {
        done(0);
        return await working;
      } finally {
        asides.delete(settled);
        running.delete(id);
        report(total, true);
      }
    },
    /**
     * Does `act` with all of `ids`, a slice at a time, each in a transaction of its own; what was done stays done when it is
     * stopped. Returns what each slice came to.
     */
    run<T>(kind: BulkWork, ids: readonly number[], act: (slice: readonly number[]) => T): Promise<T[]> {
      const work = before.then(() => slices(kind, ids, act));
      before = work.catch(() => undefined);
      return work;
    },
    /** Leaves what is not done yet as it is. */
    stop: (id: number): void => running.get(id)?.abort(),
    stopAll(): Promise<unknown> {
      for (const control of running.values()) control.abort();
      return Promise.all([before, ...asides]);
    },
  };
}
