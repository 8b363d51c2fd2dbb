/** What the process that has the queue does for the data folder meanwhile: copies and clears the database, keeps its log short … */

import type { Store } from './index.ts';
import { backfillFindings } from './review/search/findings.ts';

export interface Maintenance {
  /** This process has the queue now. */
  startTasks(): void;
  /** Ends all of it, once the queue has stopped; resolves when nothing is under way. */
  end(): Promise<void>;
}

/** How often it is looked whether a copy is due, in ms. */
const copyEvery = 10 * 60 * 1000;
/** A start has disk and processor for itself so long (ms), before earlier findings are read. */
const readAfter = 5000;
/** So much (ms) of what was committed may be in the log alone. */
const logEvery = 5000;
/** How often (ms) it is looked whether the log has grown long before that. */
const longLogEvery = 250;
/** So long (ms) a start has disk and processor for itself before the database is checked. */
const checkAfter = 20_000;

/** @param firstCopyMs how long after the beginning the first copy is made: a window that opens goes first */
export function createMaintenance(
  store: Pick<
    Store,
    | 'checkIfLeft'
    | 'copyIfDue'
    | 'endBeside'
    | 'findings'
    | 'forgetting'
    | 'isLogLong'
    | 'keepLog'
    | 'keepLogBeside'
    | 'scratch'
  >,
  log: { warn(text: string): void },
  firstCopyMs = 0,
): Maintenance {
  const timers: NodeJS.Timeout[] = [];
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  /** @param failed the sentence for the log */
  const start = (work: () => Promise<void>, failed: string) => {
    const ended = work().catch((fault) => {
      if (!closing.signal.aborted) log.warn(`${failed} ${fault}`);
    });
    underWay.add(ended);
    void ended.finally(() => underWay.delete(ended));
  };
  const copy = () =>
    start(
      () => store.copyIfDue(closing.signal).then(store.forgetting.forgetOld),
      'The database was not copied, or not cleared.',
    );
  const check = () => start(() => store.checkIfLeft(closing.signal), 'The database was not checked.');
  let isKeeping = false;
  const keep = () => {
    if (isKeeping) return;
    isKeeping = true;
    const done = () => {
      isKeeping = false;
    };
    start(() => store.keepLogBeside().finally(done), 'The log of the database was not copied into it.');
  };
  const keepIfLong = () => {
    if (store.isLogLong()) keep();
  };
  const read = () => start(() => backfillFindings(store.findings, closing.signal), 'Earlier findings were not read.');

  return {
    startTasks() {
      // Before anything is sent: until then, an earlier state that is put back would not be noticed.
      store.keepLog();
      start(store.scratch.sweep, 'What a kill left in the work folder was not removed.');
      if (firstCopyMs === 0) copy();
      else timers.push(setTimeout(copy, firstCopyMs));
      timers.push(
        setTimeout(check, checkAfter),
        setInterval(copy, copyEvery),
        setInterval(keep, logEvery),
        setInterval(keepIfLong, longLogEvery),
      );
      timers.push(setTimeout(read, readAfter));
    },
    async end() {
      const begun = timers.splice(0);
      for (const timer of begun) clearInterval(timer);
      closing.abort(new Error('Burnish is being closed.'));
      await store.endBeside();
      await Promise.all(underWay);
      // The last word of this process; a second end has none.
      if (begun.length > 0) store.keepLog();
    },
  };
}
