/** Keeps a watcher on every watch folder of the store, and makes jobs of the photographs found. */
import type { Notice } from '../../../contract/app/app-snapshot.ts';
import type { WatchFolder, WatchFolderStatus } from '../../../contract/intake/watch-folder.ts';
import type { MessageDescriptor } from '../../../contract/messages/message.ts';
import type { Store } from '../../store/index.ts';
import { DeferredDecoder } from './deferred-decode.ts';
import { WatchBatches } from './watch-batches.ts';
import { outputFolderOf, type StudioWatchClaims, WatchPlan } from './watch-plan.ts';
import type { WatchRequest } from './watch-request.ts';
import { WatchedFolder, type WatchedFolderContext } from './watched-folder.ts';

export interface WatchFoldersOptions {
  readonly store: Store;
  readonly onChange: () => void;
  readonly onNotice: (tone: Notice['tone'], text: MessageDescriptor) => void;
  readonly times?: WatchRequest['times'];
  /** Delay before a failed intake is retried, in ms. */
  readonly retryAfterMs?: number;
  readonly studio?: StudioWatchClaims;
}

/** Interval of the checks whether a skipped folder can be watched, in ms. */
const recheckIntervalMs = 5000;

export class WatchFolders {
  readonly #store: Store;
  readonly #studio: StudioWatchClaims | undefined;
  readonly #plan: WatchPlan;
  readonly #decoder: DeferredDecoder;
  readonly #context: WatchedFolderContext;
  readonly #watched = new Map<string, WatchedFolder>();
  #recheckTimer: NodeJS.Timeout | null = null;
  #unsubscribe: (() => void) | null = null;
  #syncing: Promise<void> = Promise.resolve();

  constructor({ store, onChange, onNotice, times, retryAfterMs = 5000, studio }: WatchFoldersOptions) {
    this.#store = store;
    this.#studio = studio;
    this.#plan = new WatchPlan(store, studio, onNotice);
    this.#decoder = new DeferredDecoder(store);
    this.#context = {
      store,
      batches: new WatchBatches(store, studio),
      decoder: this.#decoder,
      times,
      retryAfterMs,
      onChange,
      onNotice,
      onReturn: () => this.resync(),
    };
  }

  /** Starts to watch, and follows changes of folders and recipes from now on. */
  start(): void {
    this.#unsubscribe ??= this.#store.changes.subscribe(({ lists, foreign }) => {
      if (foreign || lists.has('folders') || lists.has('recipes')) this.resync();
    });
    this.resync();
    this.#recheckTimer = setInterval(() => {
      if (this.#studio?.isIn() || this.#plan.hasSkipped) this.resync();
    }, recheckIntervalMs);
  }

  status(): WatchFolderStatus[] {
    return this.#store.folders.list().map((folder): WatchFolderStatus => {
      const watched = this.#watched.get(folder.id);
      return {
        id: folder.id,
        condition: folder.paused ? 'paused' : (watched?.condition ?? 'scanning'),
        message: watched?.message ?? this.#plan.skipReason(folder.id),
      };
    });
  }

  /** Claims the folders in the studio again, and adjusts the watchers. */
  resync(): void {
    this.#syncing = this.#syncing.then(() => this.#sync());
  }

  /** Scans every folder again, after the computer slept. */
  recheck(): void {
    for (const watched of this.#watched.values()) watched.recheck();
  }

  /** Resolves when nothing is watched and all found photographs are in the database. */
  async stop(): Promise<void> {
    if (this.#recheckTimer !== null) clearInterval(this.#recheckTimer);
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    await this.#syncing;
    await Promise.all([...this.#watched.values()].map((watched) => this.#close(watched)));
    await this.#decoder.close();
  }

  async #sync(): Promise<void> {
    const chosen = await this.#plan.chooseFolders();
    for (const watched of [...this.#watched.values()]) {
      if (!this.#isUnchanged(watched, chosen.get(watched.folder.id))) await this.#close(watched);
    }
    for (const folder of chosen.values()) {
      const outputFolder = outputFolderOf(this.#store, folder.id);
      if (!this.#watched.has(folder.id) && outputFolder !== null) this.#open(folder, outputFolder);
    }
    this.#context.onChange();
  }

  #isUnchanged(watched: WatchedFolder, folder: WatchFolder | undefined): boolean {
    const outputFolder = folder ? outputFolderOf(this.#store, folder.id) : null;
    return JSON.stringify(folder) === JSON.stringify(watched.folder) && outputFolder === watched.outputFolder;
  }

  #open(folder: WatchFolder, outputFolder: string): void {
    const ofFolders = this.#store.folders.list().flatMap(({ id }) => outputFolderOf(this.#store, id) ?? []);
    const outputFolders = [...ofFolders, this.#store.settings.read().outputFolder, this.#store.folder];
    this.#watched.set(folder.id, new WatchedFolder(folder, outputFolder, outputFolders, this.#context));
  }

  async #close(watched: WatchedFolder): Promise<void> {
    this.#watched.delete(watched.folder.id);
    await watched.close();
  }
}
