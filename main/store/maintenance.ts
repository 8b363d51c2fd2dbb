/** Background tasks of the queue owner on the data folder: backups, checkpoints, checks, removal of old data. */
import type { Store } from './index.ts';
import { backfillFindings } from './review/search/findings.ts';

interface Maintenance {
  /** Call it when this process becomes the queue owner. */
  startTasks(): void;
  /** Call it after the queue has stopped. Resolves when no task is running. */
  end(): Promise<void>;
}

const backupCheckIntervalMs = 10 * 60 * 1000;
const walIntervalMs = 5000;
const walSizeCheckIntervalMs = 250;
/** Delays that leave disk and processor to the start. */
const backfillDelayMs = 5000;
const databaseCheckDelayMs = 20_000;

type MaintainedStore = Pick<
  Store,
  | 'checkIfLeft'
  | 'copyIfDue'
  | 'endBeside'
  | 'findings'
  | 'analysisRemoval'
  | 'isLogLong'
  | 'keepLog'
  | 'keepLogBeside'
  | 'scratch'
>;

/** @param backupDelayMs delay of the first backup, so that a window opens first */
export function createMaintenance(
  store: MaintainedStore,
  log: { warn(text: string): void },
  backupDelayMs = 0,
): Maintenance {
  const timers: NodeJS.Timeout[] = [];
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  const start = (task: () => Promise<void>, failureText: string) => {
    const ended = task().catch((error) => {
      if (!closing.signal.aborted) log.warn(`${failureText} ${error}`);
    });
    running.add(ended);
    void ended.finally(() => running.delete(ended));
  };
  const backUp = () =>
    start(
      () => store.copyIfDue(closing.signal).then(store.analysisRemoval.forgetOld),
      'The database was not backed up or not cleaned up.',
    );
  const check = () => start(() => store.checkIfLeft(closing.signal), 'The database was not checked.');
  let isKeeping = false;
  const keepLog = () => {
    if (isKeeping) return;
    isKeeping = true;
    const done = () => {
      isKeeping = false;
    };
    start(() => store.keepLogBeside().finally(done), 'The write-ahead log was not checkpointed.');
  };
  const keepLongLog = () => {
    if (store.isLogLong()) keepLog();
  };
  const backfill = () =>
    start(() => backfillFindings(store.findings, closing.signal), 'Earlier findings were not read.');

  return {
    startTasks() {
      // Before anything is sent, because only then a restored backup is detected.
      store.keepLog();
      start(store.scratch.sweep, 'Leftover files in the work folder were not removed.');
      if (backupDelayMs === 0) backUp();
      else timers.push(setTimeout(backUp, backupDelayMs));
      timers.push(
        setTimeout(check, databaseCheckDelayMs),
        setInterval(backUp, backupCheckIntervalMs),
        setInterval(keepLog, walIntervalMs),
        setInterval(keepLongLog, walSizeCheckIntervalMs),
        setTimeout(backfill, backfillDelayMs),
      );
    },
    async end() {
      const started = timers.splice(0);
      for (const timer of started) clearInterval(timer);
      closing.abort(new Error('Burnish is being closed.'));
      await store.endBeside();
      await Promise.all(running);
      // A second call has nothing to keep.
      if (started.length > 0) store.keepLog();
    },
  };
}
