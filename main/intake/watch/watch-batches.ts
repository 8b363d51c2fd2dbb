/** Groups photographs of watch folders into batches by time. */
import { randomUUID } from 'node:crypto';
import type { WatchFolder } from '../../../contract/intake/watch-folder.ts';
import { msg } from '../../../contract/messages/message.ts';
import type { Store } from '../../store/index.ts';
import type { AddPhotosOptions } from '../examine/add-options.ts';
import { displayName } from '../paths/path-kind.ts';
import type { StudioWatchClaims } from './watch-plan.ts';

/** A longer pause between photographs begins a new batch, in ms. */
const maxBatchPauseMs = 10 * 60 * 1000;

export class WatchBatches {
  readonly #store: Pick<Store, 'batches'>;
  readonly #studio: Pick<StudioWatchClaims, 'intake'> | undefined;
  /** The latest batch and the time of its last photograph, by folder id. */
  readonly #local = new Map<string, { readonly id: number; readonly addedAt: number }>();
  /** The latest batch in the studio. */
  readonly #shared = new Map<string, { readonly key: string; readonly addedAt: number }>();

  constructor(store: Pick<Store, 'batches'>, studio: Pick<StudioWatchClaims, 'intake'> | undefined) {
    this.#store = store;
    this.#studio = studio;
  }

  batchFor(folder: WatchFolder): AddPhotosOptions['batch'] {
    const latest = this.#local.get(folder.id);
    if (latest && performance.now() - latest.addedAt < maxBatchPauseMs && this.#store.batches.get(latest.id))
      return { batchId: latest.id };
    return { title: titleOf(folder), origin: 'watch', folderId: folder.id };
  }

  recordBatch(folder: WatchFolder, id: number): void {
    this.#local.set(folder.id, { id, addedAt: performance.now() });
  }

  studioFor(folder: WatchFolder, profileId: string): Pick<AddPhotosOptions, 'studio'> {
    if (this.#studio === undefined) return {};
    const now = performance.now();
    const latest = this.#shared.get(folder.id);
    const { key } = latest && now - latest.addedAt < maxBatchPauseMs ? latest : { key: randomUUID() };
    this.#shared.set(folder.id, { key, addedAt: now });
    const intake = this.#studio.intake({ key, title: titleOf(folder) }, profileId);
    return intake === null ? {} : { studio: intake };
  }
}

const titleOf = (folder: WatchFolder) => msg('intake.batch.watched', { folder: displayName(folder.path) });
