/** Moves the originals of watch folders with that option once all their jobs are done. */
import { setTimeout as sleep } from 'node:timers/promises';
import { toLogText } from '../../../contract/messages/message.ts';
import type { Store } from '../../store/index.ts';
import { type MoveStore, moveToDone } from './move-originals.ts';

/** Originals that are finished within this time are moved together. */
const defaultWaitMs = 2000;

interface OriginalMover {
  /** Runs in the process that owns the queue. */
  start(): void;
  stop(): Promise<void>;
}

export function moveFinishedOriginals(
  store: MoveStore & Pick<Store, 'changes' | 'folders' | 'settings'>,
  log: { warn(text: string): void },
  waitMs = defaultWaitMs,
): OriginalMover {
  const control = new AbortController();
  const { signal } = control;
  /** Jobs that changed since the last run; null = perhaps all. */
  let changedJobs: Set<number> | null = null;
  let isDue = true;
  /** Originals that could not be moved. They are skipped until the next start, because the user may have a reason. */
  const failedIds = new Set<number>();
  let running: Promise<void> | null = null;
  let unsubscribe: (() => void) | null = null;

  async function moveAll(): Promise<void> {
    for (; isDue && !signal.aborted; await sleep(waitMs, undefined, { signal })) {
      const jobs = changedJobs;
      changedJobs = new Set();
      isDue = false;
      // Other stations of a studio expect the files in their places.
      if (store.settings.read().studio !== null) continue;
      for (const { id, moveDone, paused } of store.folders.list()) {
        if (!moveDone || paused) continue;
        const ids = store.movedOriginals.ofFolder(id, jobs && [...jobs]).filter((each) => !failedIds.has(each));
        const { failed, report } = await moveToDone(ids, store, { onProgress: () => undefined, signal });
        for (const message of report.failed) log.warn(toLogText(message));
        for (const each of failed) failedIds.add(each);
      }
    }
  }

  const run = () => {
    running ??= sleep(waitMs, undefined, { signal })
      .then(moveAll)
      .catch((error: unknown) => {
        if (!signal.aborted) log.warn(String(error));
      })
      .finally(() => {
        running = null;
        if (isDue && !signal.aborted) run();
      });
  };

  return {
    start() {
      run();
      unsubscribe ??= store.changes.subscribe(({ jobs, lists, foreign }) => {
        const concernsAllJobs = foreign || lists.has('folders');
        if (concernsAllJobs) changedJobs = null;
        else for (const id of jobs) changedJobs?.add(id);
        if (!concernsAllJobs && jobs.size === 0) return;
        isDue = true;
        run();
      });
    },
    async stop() {
      control.abort();
      unsubscribe?.();
      await running;
    },
  };
}
