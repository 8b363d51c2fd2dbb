/** Work on any number of rows, in short slices, so that the window and the queue run in between. */
import type { BulkProgress, BulkSpeed, BulkWork } from '../../../contract/review/bulk-progress.ts';
import { retryTransient } from '../../store/index.ts';

const sliceMs = 6;
const firstSliceRows = 32;
const maxSliceRows = 2000;
/** The slowest of these determines the next size. */
const maxMeasuredSlices = 4;
/** Shorter work is not reported. */
const quietMs = 300;
const reportIntervalMs = 100;

type Clock = () => number;

export class Bulk {
  readonly #onProgress: (progress: BulkProgress) => void;
  readonly #clock: Clock;
  readonly #running = new Map<number, AbortController>();
  readonly #alongside = new Set<Promise<unknown>>();
  /** Last work on rows, which the next waits for. */
  #last: Promise<unknown> = Promise.resolve();
  #lastId = 0;

  constructor(onProgress: (progress: BulkProgress) => void, clock: Clock = () => performance.now()) {
    this.#onProgress = onProgress;
    this.#clock = clock;
  }

  /**
   * Calls `act` for slices of `ids`, and returns its values. Finished slices remain after a stop.
   * @param act one transaction, retried after transient errors
   */
  run<T>(work: BulkWork, ids: readonly number[], act: (slice: readonly number[]) => T): Promise<T[]> {
    const result = this.#last.then(() => this.#runSlices(work, ids, act));
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Runs other work, even during work on rows. */
  async runAlongside<T>(
    work: BulkWork,
    total: number,
    task: (onProgress: (done: number, flow?: BulkSpeed) => void, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { id, signal } = this.#begin();
    let reportedAt = this.#clock() - reportIntervalMs;
    const report = (done: number, isOver: boolean, flow?: BulkSpeed) =>
      this.#onProgress({ id, work, done, total, isOver, ...(flow ? { flow } : {}) });
    const onProgress = (done: number, flow?: BulkSpeed) => {
      if (this.#clock() - reportedAt < reportIntervalMs) return;
      reportedAt = this.#clock();
      report(done, false, flow);
    };
    const result = task(onProgress, signal);
    const settled = result.catch(() => undefined);
    this.#alongside.add(settled);
    try {
      onProgress(0);
      return await result;
    } finally {
      this.#alongside.delete(settled);
      this.#running.delete(id);
      report(total, true);
    }
  }

  stop(id: number): void {
    this.#running.get(id)?.abort();
  }

  stopAll(): Promise<unknown> {
    for (const control of this.#running.values()) control.abort();
    return Promise.all([this.#last, ...this.#alongside]);
  }

  #begin(): { readonly id: number; readonly signal: AbortSignal } {
    this.#lastId += 1;
    const control = new AbortController();
    this.#running.set(this.#lastId, control);
    return { id: this.#lastId, signal: control.signal };
  }

  async #runSlices<T>(work: BulkWork, ids: readonly number[], act: (slice: readonly number[]) => T): Promise<T[]> {
    const { id, signal } = this.#begin();
    const startedAt = this.#clock();
    let reportedAt = startedAt;
    let isReported = false;
    let done = 0;
    const report = (values: Pick<BulkProgress, 'isOver' | 'waitsFor'>) => {
      isReported = true;
      this.#onProgress({ id, work, done, total: ids.length, ...values });
    };
    const size = new SliceSize();
    const results: T[] = [];
    try {
      while (done < ids.length && !signal.aborted) {
        const slice = ids.slice(done, done + size.rows);
        const sliceStart = this.#clock();
        // Reported at once, because the user may have to free disk space.
        const onWait = (waitsFor: 'locked' | 'full') => report({ isOver: false, waitsFor });
        results.push(await retryTransient(() => act(slice), signal, onWait));
        size.adapt(slice.length, this.#clock() - sliceStart);
        done += slice.length;
        if (this.#clock() - startedAt >= quietMs && this.#clock() - reportedAt >= reportIntervalMs) {
          reportedAt = this.#clock();
          report({ isOver: false });
        }
        await new Promise(setImmediate);
      }
      return results;
    } catch (error) {
      // Stopped while waiting for the database.
      if (signal.aborted) return results;
      throw error;
    } finally {
      this.#running.delete(id);
      if (isReported) report({ isOver: true });
    }
  }
}

/** Size of the next slice, by the duration of the last ones. */
class SliceSize {
  rows = firstSliceRows;
  /** ms per row. */
  readonly #costs: number[] = [];

  adapt(rows: number, ms: number): void {
    this.#costs.push(Math.max(0.1, ms) / rows);
    if (this.#costs.length > maxMeasuredSlices) this.#costs.shift();
    const rowsInTime = Math.round(sliceMs / Math.max(...this.#costs));
    this.rows = Math.max(1, Math.min(maxSliceRows, rowsInTime, this.rows * 4));
  }
}
