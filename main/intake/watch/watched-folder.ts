/** A watched folder: its condition, and found photographs until they are jobs. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Notice } from '../../../contract/app/app-snapshot.ts';
import type { WatchFolder, WatchFolderStatus } from '../../../contract/intake/watch-folder.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { Store } from '../../store/index.ts';
import { addPhotographs } from '../add-photographs.ts';
import type { FoundFile } from '../paths/found-file.ts';
import type { DeferredDecoder } from './deferred-decode.ts';
import { FolderWatcher } from './folder-watcher.ts';
import type { WatchBatches } from './watch-batches.ts';
import type { WatchEvent, WatchRequest } from './watch-request.ts';

export interface WatchedFolderContext {
  readonly store: Store;
  readonly batches: WatchBatches;
  readonly decoder: DeferredDecoder;
  readonly times: WatchRequest['times'];
  /** Delay before a failed intake is retried, in ms. */
  readonly retryAfterMs: number;
  readonly onChange: () => void;
  readonly onNotice: (tone: Notice['tone'], text: MessageDescriptor) => void;
  readonly onReturn: () => void;
}

type WatchedFile = FoundFile & { readonly existing: boolean };

/** Photographs found within this time are added together, except the first, in ms. */
const groupingMs = 250;

export class WatchedFolder {
  readonly folder: WatchFolder;
  readonly outputFolder: string;
  condition: WatchFolderStatus['condition'] = 'scanning';
  readonly #context: WatchedFolderContext;
  readonly #watcher: FolderWatcher;
  readonly #found: WatchedFile[] = [];
  #message: MessageDescriptor | null = null;
  /** Why found photographs are not added yet. */
  #pendingReason: MessageDescriptor | null = null;
  #adding: Promise<void> | null = null;
  #retryTimer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(
    folder: WatchFolder,
    outputFolder: string,
    outputFolders: readonly string[],
    context: WatchedFolderContext,
  ) {
    const { path, subfolders, ignore, existing, polling, followLinks } = folder;
    const { times } = context;
    this.folder = folder;
    this.outputFolder = outputFolder;
    this.#context = context;
    this.#watcher = new FolderWatcher(
      { path, subfolders, ignore, existing, polling, followLinks, outputFolders, ...(times ? { times } : {}) },
      (event) => this.#onEvent(event),
    );
  }

  get message(): MessageDescriptor | null {
    return this.#pendingReason ?? this.#message;
  }

  recheck(): void {
    this.#watcher.recheck();
  }

  /** Resolves when all found photographs are in the database, or could not be added. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#retryTimer !== null) clearTimeout(this.#retryTimer);
    await this.#watcher.close();
    await this.#adding;
  }

  #onEvent(event: WatchEvent): void {
    if (this.#isClosed) return;
    switch (event.kind) {
      case 'found':
        this.#found.push(event);
        this.#startAdding();
        return;
      case 'ready':
        this.condition = 'watching';
        this.#message = null;
        break;
      case 'gone':
        this.condition = 'gone';
        this.#warn(event.message);
        break;
      case 'back':
        this.condition = 'scanning';
        this.#message = null;
        // If it is a link, its target may have changed.
        this.#context.onReturn();
        break;
      case 'notice':
        this.#warn(event.message);
        break;
      default:
        event satisfies never;
    }
    this.#context.onChange();
  }

  #warn(message: MessageDescriptor): void {
    this.#message = message;
    this.#context.onNotice('warning', message);
  }

  #startAdding(): void {
    if (this.#retryTimer !== null) clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
    this.#adding ??= this.#addFound()
      .catch((error: unknown) => this.#retryLater(error))
      .finally(() => {
        this.#adding = null;
      });
  }

  #retryLater(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.#pendingReason = msg('intake.watch.behind', { why });
    if (!this.#isClosed) this.#retryTimer = setTimeout(() => this.#startAdding(), this.#context.retryAfterMs);
    this.#context.onChange();
  }

  async #addFound(): Promise<void> {
    for (; this.#found.length > 0; await sleep(groupingMs)) {
      const files = this.#takeGroup();
      if (!(await this.#addGroup(files))) break;
      this.#context.onChange();
    }
  }

  /** Removes the first files that were all found by a scan, or all seen arriving. */
  #takeGroup(): WatchedFile[] {
    const existing = this.#found[0]?.existing ?? false;
    const end = this.#found.findIndex((file) => file.existing !== existing);
    return this.#found.splice(0, end < 0 ? this.#found.length : end);
  }

  /** Returns false, and keeps the files, if the recipe is deleted. */
  async #addGroup(files: readonly WatchedFile[]): Promise<boolean> {
    const { folder, outputFolder } = this;
    const { store, batches, decoder } = this.#context;
    const recipe = store.recipes.get(folder.recipeId);
    if (recipe === null) {
      this.condition = 'failed';
      this.#message = msg('intake.watch.noRecipe');
      this.#found.unshift(...files);
      return false;
    }
    const profileId = recipe.profileId ?? store.settings.read().defaultProfileId;
    const report = await addPhotographs(files, {
      store,
      recipe,
      batch: batches.batchFor(folder),
      outputFolder,
      profileId,
      ...batches.studioFor(folder, profileId),
      from: files[0]?.existing ? 'scan' : 'watch',
      takeResults: folder.takeResults,
      onGlance: (jobs) => decoder.add(jobs),
    }).catch((error: unknown) => {
      // Keep all, because those added before the error are recognized later.
      this.#found.unshift(...files);
      throw error;
    });
    this.#pendingReason = null;
    if (report.batchId !== null) batches.recordBatch(folder, report.batchId);
    return true;
  }
}
