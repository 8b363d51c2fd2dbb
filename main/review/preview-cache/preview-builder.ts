/** Renders previews one at a time: of new results first, and older ones while the queue is idle. Runs in the queue owner. */
import type { Clock } from '../../clock.ts';
import type { FileAvailability } from '../../files/file-availability.ts';
import { type Store, troubleOf } from '../../store/index.ts';
import { makePreview, postponeUnavailable } from './make-preview.ts';
import { createPreviewBudget, type PreviewBudget } from './preview-budget.ts';
import { folderCount, sweepFolder, sweepPendingSources } from './preview-files.ts';

export interface PreviewBuilder {
  start(): void;
  /** Resolves when the work has ended. */
  end(): Promise<void>;
}

export interface PreviewBuilderOptions {
  readonly store: Store;
  readonly availability: FileAvailability;
  readonly clock: Clock;
  /** Whether the queue is running. Then older previews wait, and new ones take a tenth of the time. */
  readonly isBusy: () => boolean;
  readonly onError: (error: unknown) => void;
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/** For free space, and files that were unavailable. */
const checkIntervalMs = 30_000;
/** Keeps fans quiet. */
const olderPauseMs = 1000;
const itemPauseMs = 20;
/** Each slice of unavailable files is a transaction, and a card has thousands of files. */
const unavailablePauseMs = 250;
/** Pause while the queue is busy, relative to the rendering time. */
const busyPauseFactor = 9;
const maxSliceItems = 20;

export function createPreviewBuilder(options: PreviewBuilderOptions): PreviewBuilder {
  return new Builder(options);
}

class Builder implements PreviewBuilder {
  readonly #options: PreviewBuilderOptions;
  readonly #budget: PreviewBudget;
  /** Null unless started. */
  #control: AbortController | null = null;
  #isRunning = false;
  #needsRound = false;
  #current: Promise<void> = Promise.resolve();
  /** Swept folders; -1 before pending sources are swept. */
  #sweptCount = -1;
  #cancelTimer: () => void = () => undefined;
  #endPause: () => void = () => undefined;
  #unsubscribe: () => void = () => undefined;

  constructor(options: PreviewBuilderOptions) {
    this.#options = options;
    this.#budget = createPreviewBudget(options);
  }

  start(): void {
    if (this.#control !== null) return;
    this.#control = new AbortController();
    const { changes, trouble } = this.#options.store;
    this.#unsubscribe = changes.subscribe(({ photographs, lists, foreign }) => {
      if (foreign || photographs.size > 0 || lists.has('settings')) this.#wake();
    });
    trouble.subscribe(() => this.#wake());
    this.#wake();
  }

  async end(): Promise<void> {
    this.#control?.abort(new Error('Burnish is shutting down.'));
    this.#control = null;
    this.#unsubscribe();
    this.#cancelTimer();
    this.#endPause();
    await this.#current;
  }

  #wake(): void {
    this.#needsRound = true;
    if (this.#control === null || this.#isRunning) return;
    const { signal } = this.#control;
    this.#cancelTimer();
    this.#isRunning = true;
    this.#current = this.#runRounds(signal)
      .catch((error: unknown) => {
        if (!signal.aborted && troubleOf(error) === null) this.#options.onError(error);
      })
      .then(() => {
        this.#isRunning = false;
        if (!signal.aborted) this.#cancelTimer = this.#options.clock.after(checkIntervalMs, () => this.#wake());
      });
  }

  async #runRounds(signal: AbortSignal): Promise<void> {
    do {
      this.#needsRound = false;
      while (!signal.aborted && (await this.#runRound(signal)));
    } while (!signal.aborted && this.#needsRound);
  }

  /** Renders one older preview, or a slice of new ones. Returns false if nothing is left. */
  async #runRound(signal: AbortSignal): Promise<boolean> {
    const { store, isBusy } = this.#options;
    const { keptPreviews } = store;
    const permitted = await this.#budget.freeSpace();
    if (permitted === 'nothing') return false;
    let due = keptPreviews.due(false, maxSliceItems);
    const isOlder = due.length === 0;
    if (isOlder && !isBusy() && permitted === 'all') due = keptPreviews.due(true, maxSliceItems);
    if (due.length === 0) return !isBusy() && (await this.#sweepNext());
    const items = await postponeUnavailable(due, { ...this.#options, signal });
    if (items.length < due.length) await this.#pause(items.length === 0 ? unavailablePauseMs : itemPauseMs);
    for (const item of items) {
      if (signal.aborted) return false;
      const { isMade, ms } = await this.#make(item, signal);
      const olderPause = isMade ? olderPauseMs : itemPauseMs;
      await this.#pause(isOlder ? olderPause : isBusy() ? busyPauseFactor * ms : 0);
      // New results have priority.
      if (isOlder) return true;
    }
    return true;
  }

  async #make(item: Parameters<typeof makePreview>[0], signal: AbortSignal) {
    const { clock } = this.#options;
    const startedAt = clock.monotonic();
    const outcome = await makePreview(item, { ...this.#options, signal });
    if (outcome === 'full') await this.#budget.deleteOldest();
    if (outcome === 'made') await this.#budget.freeSpace();
    return { isMade: outcome === 'made', ms: clock.monotonic() - startedAt };
  }

  /** Sweeps the next folder. Returns whether another one is left. */
  async #sweepNext(): Promise<boolean> {
    if (this.#sweptCount >= folderCount) return false;
    const { keptPreviews } = this.#options.store;
    if (this.#sweptCount < 0) await sweepPendingSources(keptPreviews, keptPreviews.isPending);
    else await sweepFolder(keptPreviews, this.#sweptCount);
    this.#sweptCount += 1;
    await this.#pause(itemPauseMs);
    return this.#sweptCount < folderCount;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#control === null) return resolve();
      const cancel = this.#options.clock.after(ms, resolve);
      this.#endPause = () => {
        cancel();
        resolve();
      };
    });
  }
}
