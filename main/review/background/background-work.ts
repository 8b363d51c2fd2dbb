/** Runs work while nothing more important runs. It starts after changes and at intervals, and pauses after errors. */
import { mkdir, rm } from 'node:fs/promises';
import type { Clock } from '../../clock.ts';
import { type Store, type StoreChange, skipOnTrouble } from '../../store/index.ts';

export interface BackgroundTask {
  /** Starts or aborts the work, if conditions have changed. */
  check(): void;
  /** Aborts the work, and resolves when it has ended. */
  stop(): Promise<void>;
  readonly isAtWork: boolean;
}

export interface BackgroundWork {
  readonly changes: Store['changes'];
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly log: { warn(text: string): void };
  /** Absolute path of a temporary folder. */
  readonly scratch: string;
  canRun(): boolean;
  /** Does all pending work; retried later after an error. @throws the signal's reason */
  work(signal: AbortSignal): Promise<void>;
  /** Whether a change may add work. */
  isAbout(change: StoreChange): boolean;
  /** Log text before an error. */
  readonly errorText: string;
}

/** Power and ownership of the queue change without notice. */
const checkIntervalMs = 10_000;
/** Missing files may be back then. */
const donePauseMs = 60 * 60 * 1000;
const errorPauseMs = 10 * 60 * 1000;

export function createBackgroundTask(options: BackgroundWork): BackgroundTask {
  const { changes, clock, log, scratch } = options;
  let running: { readonly control: AbortController; readonly isOver: Promise<void> } | null = null;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let isDone = false;
  let isStopped = false;

  const canRun = () => !isStopped && options.canRun();
  const check = () => {
    if (running !== null) {
      if (!canRun()) running.control.abort(new Error('Other work has priority.'));
    } else if (clock.monotonic() >= pausedUntil && canRun()) {
      const control = new AbortController();
      const isOver = run(control.signal).finally(() => {
        running = null;
        // A change while the run was ending did not start another one.
        if (pausedUntil === Number.NEGATIVE_INFINITY) check();
      });
      running = { control, isOver };
    }
  };

  async function run(signal: AbortSignal): Promise<void> {
    try {
      await mkdir(scratch, { recursive: true });
      await options.work(signal);
      isDone = true;
      pausedUntil = clock.monotonic() + donePauseMs;
    } catch (error) {
      if (signal.aborted) return;
      pausedUntil = clock.monotonic() + errorPauseMs;
      log.warn(`${options.errorText} ${error}`);
    } finally {
      await rm(scratch, { recursive: true, force: true }).catch(() => undefined);
    }
  }

  const unsubscribe = changes.subscribe((change) => {
    if (!options.isAbout(change) && !change.foreign) return;
    if (isDone) pausedUntil = Number.NEGATIVE_INFINITY;
    isDone = false;
    check();
  });
  let cancelTimer = () => undefined as unknown;
  const scheduleCheck = () => {
    cancelTimer = clock.after(checkIntervalMs, () => {
      // The next check may find the database available again.
      skipOnTrouble(check)();
      scheduleCheck();
    });
  };
  scheduleCheck();

  return {
    check,
    async stop() {
      isStopped = true;
      unsubscribe();
      cancelTimer();
      running?.control.abort(new Error('Burnish is shutting down.'));
      await running?.isOver;
    },
    get isAtWork() {
      return running !== null;
    },
  };
}
