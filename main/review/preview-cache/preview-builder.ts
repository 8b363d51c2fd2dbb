/**
 * Makes the kept previews: one at a time, of what was just placed first, of older work while there is nothing else to do; and
 * makes way where they take more than they may, or the disk is nearly full. For the process that has the queue.
 */
import type { Clock } from '../../clock.ts';
import type { FileAvailability } from '../../files/file-availability.ts';
import { type Store, troubleOf } from '../../store/index.ts';
import { itemsWithFiles, makePreview, type PreviewOutcome } from './make-preview.ts';
import { createPreviewBudget } from './preview-budget.ts';
import { folderCount, sweepFolder, sweepPendingSources } from './preview-files.ts';

export interface PreviewBuilder {
  start(): void;
  /** Resolves when nothing is under way any more. */
  end(): Promise<void>;
}

export interface KeeperOptions {
  readonly store: Store;
  readonly availability: FileAvailability;
  readonly clock: Clock;
  /** True while the queue is doing anything: then previews take at most a tenth of the time, and older work waits. */
  readonly isBusy: () => boolean;
  readonly onFault: (error: unknown) => void;
  /** Bytes that are free where the pictures are. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/** Without a sign, so often (ms) it is looked for something to do: room on the disk, files that were away. */
const checkEvery = 30_000;
/** After one of older work, ms: no fan is to be heard for it. */
const latePause = 1000;
/** After a look at something that is away or in order, ms. */
const betweenItems = 20;
/** After a handful of files that are away, ms: a card has thousands of them, each handful is a commit, and none is in a hurry. */
const betweenAbsent = 250;
/** While the queue is busy, so many times as long as one took. */
const restWhileBusy = 9;
/** How many are taken up at a time. */
const slice = 20;

export function createPreviewBuilder(options: KeeperOptions): PreviewBuilder {
  const { store, clock, isBusy, onFault } = options;
  const { keptPreviews: kept } = store;
  const room = createPreviewBudget(options);
  /** Not aborted while it runs. */
  let ending: AbortController | null = null;
  let isUnderWay = false;
  let needsRound = false;
  let cancelTimer: () => void = () => undefined;
  let current: Promise<void> = Promise.resolve();
  let endPause: () => void = () => undefined;
  let unsubscribe: () => void = () => undefined;
  let swept = -1;

  /** Something may be to do. */
  function wake(): void {
    needsRound = true;
    if (ending === null || isUnderWay) return;
    const { signal } = ending;
    cancelTimer();
    isUnderWay = true;
    current = rounds(signal)
      .catch((error: unknown) => {
        if (!signal.aborted && troubleOf(error) === null) onFault(error);
      })
      .then(() => {
        isUnderWay = false;
        if (!signal.aborted) cancelTimer = clock.after(checkEvery, wake);
      });
  }

  async function rounds(signal: AbortSignal): Promise<void> {
    do {
      needsRound = false;
      while (!signal.aborted && (await round(signal)));
    } while (!signal.aborted && needsRound);
  }

  /** One picture, or a few that cannot be made; false when there is nothing to do. */
  async function round(signal: AbortSignal): Promise<boolean> {
    const may = await room.make();
    if (may === 'nothing') return false;
    let due = kept.due(false, slice);
    const isLate = due.length === 0;
    if (isLate && !isBusy() && may === 'all') due = kept.due(true, slice);
    if (due.length === 0) return !isBusy() && (await sweepOn());
    const items = await itemsWithFiles(due, { ...options, signal });
    if (items.length < due.length) await pause(items.length === 0 ? betweenAbsent : betweenItems);
    for (const item of items) {
      if (signal.aborted) return false;
      const begun = clock.monotonic();
      const became: PreviewOutcome = await makePreview(item, { ...options, signal });
      if (became === 'full') await room.yield();
      if (became === 'made') await room.make();
      const took = clock.monotonic() - begun;
      const rest = became === 'made' ? latePause : betweenItems;
      await pause(isLate ? rest : isBusy() ? restWhileBusy * took : 0);
      // Something newer may be to be kept, or older work to be left.
      if (isLate) return true;
    }
    return true;
  }

  /** The next of the folders; true while there are others. */
  async function sweepOn(): Promise<boolean> {
    if (swept >= folderCount) return false;
    if (swept < 0) await sweepPendingSources(kept, kept.isPending);
    else await sweepFolder(kept, swept);
    swept += 1;
    await pause(betweenItems);
    return swept < folderCount;
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (ending === null) return resolve();
      const off = clock.after(ms, resolve);
      endPause = () => {
        off();
        resolve();
      };
    });
  }

  return {
    start() {
      if (ending !== null) return;
      ending = new AbortController();
      unsubscribe = store.changes.subscribe(({ photographs, lists, foreign }) => {
        if (foreign || photographs.size > 0 || lists.has('settings')) wake();
      });
      store.trouble.subscribe(wake);
      wake();
    },
    async end() {
      ending?.abort(new Error('Burnish is being closed.'));
      ending = null;
      unsubscribe();
      cancelTimer();
      endPause();
      await current;
    },
  };
}
