/** Moves the originals of watch folders that are to be tidied, once all their work is done. */
import { setTimeout as sleep } from 'node:timers/promises';
import { toLogText } from '../../contract/messages/message.ts';
import type { Store } from '../store/index.ts';
import { type MoveStore, moveToDone } from './move-originals.ts';

/** What is done within this time (ms) is moved together. */
const together = 2000;

export interface OriginalMover {
  /** For the process that has the queue. */
  start(): void;
  stop(): Promise<void>;
}

export function moveFinishedOriginals(
  store: MoveStore & Pick<Store, 'changes' | 'folders' | 'settings'>,
  log: { warn(text: string): void },
  waitMs = together,
): OriginalMover {
  const ending = new AbortController();
  const { signal } = ending;
  /** Jobs that changed since the last look; null: any may have. */
  let changed: Set<number> | null = null;
  let isDue = true;
  /** Those that could not be moved stay until the next start: the user may have a reason. */
  const refused = new Set<number>();
  let working: Promise<void> | null = null;
  let unsubscribe: (() => void) | null = null;

  async function tidy(): Promise<void> {
    for (; isDue && !signal.aborted; await sleep(waitMs, undefined, { signal })) {
      const jobs = changed;
      changed = new Set();
      isDue = false;
      // Other stations look for them where they are.
      if (store.settings.read().studio !== null) continue;
      for (const { id, moveDone, paused } of store.folders.list()) {
        if (!moveDone || paused) continue;
        const ids = store.movedOriginals.ofFolder(id, jobs && [...jobs]).filter((each) => !refused.has(each));
        const { failed, report } = await moveToDone(ids, store, { onProgress: () => undefined, stopped: signal });
        for (const message of report.failed) log.warn(toLogText(message));
        for (const each of failed) refused.add(each);
      }
    }
  }

  const look = () => {
    working ??= sleep(waitMs, undefined, { signal })
      .then(tidy)
      .catch((fault: unknown) => {
        if (!signal.aborted) log.warn(String(fault));
      })
      .finally(() => {
        working = null;
        if (isDue && !signal.aborted) look();
      });
  };

  return {
    start() {
      look();
      unsubscribe ??= store.changes.subscribe(({ jobs, lists, foreign }) => {
        if (foreign || lists.has('folders')) changed = null;
        else for (const id of jobs) changed?.add(id);
        if (!foreign && !lists.has('folders') && jobs.size === 0) return;
        isDue = true;
        look();
      });
    },
    async stop() {
      ending.abort();
      unsubscribe?.();
      await working;
    },
  };
}
