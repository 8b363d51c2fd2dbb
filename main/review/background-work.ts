/**
 * Work that is done beside everything else, for as long as it may and there is something to do: begun when something changes or when
 * it is time to look again, ended at once when it may not go on, and left alone for a while where it fails.
 */
import { mkdir, rm } from 'node:fs/promises';
import type { Clock } from '../clock.ts';
import { type Store, type StoreChange, skipOnTrouble } from '../store/index.ts';

export interface BackgroundTask {
  /** Something may have changed that lets it begin, or ends it. */
  check(): void;
  /** Ends it; resolves when nothing is under way. */
  stop(): Promise<void>;
  /** True while it is under way. */
  readonly isAtWork: boolean;
}

export interface BackgroundWork {
  readonly changes: Store['changes'];
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly log: { warn(text: string): void };
  /** Absolute; a folder that is there during the work alone. */
  readonly scratch: string;
  /** Whether it may be done now. */
  canRun(): boolean;
  /** Does all there is to do. @throws the signal's reason; whatever keeps it from going on, which is tried again later */
  work(signal: AbortSignal): Promise<void>;
  /** True for a change after which there may be something new to do. */
  isAbout(change: StoreChange): boolean;
  /** What the log says where it fails. */
  readonly failed: string;
}

/** How often (ms) it looks by itself: for power, and for the queue to be this process's. */
const checkEvery = 10_000;
/** Once all is done, files that were gone are looked for after so long (ms). */
const restWhenDone = 60 * 60 * 1000;
/** Where the engine does not answer, or the disk is full, it is tried again after so long (ms). */
const restInTrouble = 10 * 60 * 1000;

export function createBackgroundTask({
  changes,
  clock,
  log,
  scratch,
  work,
  failed,
  ...on
}: BackgroundWork): BackgroundTask {
  let running: { readonly ending: AbortController; readonly over: Promise<void> } | null = null;
  let restUntil = Number.NEGATIVE_INFINITY;
  let isDone = false;
  let isStopped = false;

  const canRun = () => !isStopped && on.canRun();
  const check = () => {
    if (running !== null) {
      if (!canRun()) running.ending.abort(new Error('There is other work to do.'));
    } else if (clock.monotonic() >= restUntil && canRun()) {
      const ending = new AbortController();
      const over = run(ending.signal).finally(() => {
        running = null;
      });
      running = { ending, over };
    }
  };

  async function run(signal: AbortSignal): Promise<void> {
    try {
      await mkdir(scratch, { recursive: true });
      await work(signal);
      isDone = true;
      restUntil = clock.monotonic() + restWhenDone;
    } catch (fault) {
      if (signal.aborted) return;
      restUntil = clock.monotonic() + restInTrouble;
      log.warn(`${failed} ${fault}`);
    } finally {
      await rm(scratch, { recursive: true, force: true }).catch(() => undefined);
    }
  }

  const unsubscribe = changes.subscribe((change) => {
    if (!on.isAbout(change) && !change.foreign) return;
    // There may be something new, or files that were gone.
    if (isDone) restUntil = Number.NEGATIVE_INFINITY;
    isDone = false;
    check();
  });
  let cancelTimer = () => undefined as unknown;
  const checkOn = () => {
    cancelTimer = clock.after(checkEvery, () => {
      // Where the database cannot be had now, the next look may have it.
      skipOnTrouble(check)();
      checkOn();
    });
  };
  checkOn();

  return {
    check,
    async stop() {
      isStopped = true;
      unsubscribe();
      cancelTimer();
      running?.ending.abort(new Error('Burnish is being closed.'));
      await running?.over;
    },
    get isAtWork() {
      return running !== null;
    },
  };
}
