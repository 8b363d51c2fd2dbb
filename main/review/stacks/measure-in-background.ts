/**
 * Measures photographs on the built-in engine while there are no jobs: first unprocessed ones in review, then all others by
 * choice.
 */
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Services } from '../../service/services.ts';
import type { PhotographFile, Store } from '../../store/index.ts';
import { type BackgroundTask, type BackgroundWork, createBackgroundTask } from '../background/background-work.ts';
import { builtInClient } from '../background/built-in-client.ts';
import { measureSimilarity, measureVersion, ratePhoto, stackMeasured } from './measure-photo.ts';

export interface BackgroundOptions extends Pick<BackgroundWork, 'clock' | 'log'> {
  readonly store: Store;
  readonly services: Pick<Services, 'clientFor'>;
  /** Whether power and process permit it. */
  readonly canRun: () => boolean;
}

export function measureInBackground({ store, services, clock, log, canRun }: BackgroundOptions): BackgroundTask {
  const measuring = new Measuring(store, services, join(store.workFolder, 'measuring'));
  const isWanted = () => store.settings.read().measureWhenIdle || store.proofs.nextUnrated(0) !== null;
  return createBackgroundTask({
    changes: store.changes,
    clock,
    log,
    scratch: measuring.scratch,
    canRun: () => canRun() && isWanted() && !store.measures.hasOpenWork(),
    work: (signal) => measuring.measureAll(signal),
    isAbout: ({ jobs, lists }) =>
      jobs.size > 0 || lists.has('settings') || lists.has('originals') || lists.has('batches'),
    errorText: 'Photographs will not be measured for a while.',
  });
}

class Measuring {
  /** Skipped until the next start, because they may crash the engine again. */
  readonly #failedIds = new Set<number>();
  /** Measured photographs of one folder. */
  readonly #ungrouped = new Set<number>();
  #folderId: number | null = null;
  readonly #store: Store;
  readonly #services: BackgroundOptions['services'];
  readonly scratch: string;

  constructor(store: Store, services: BackgroundOptions['services'], scratch: string) {
    this.#store = store;
    this.#services = services;
    this.scratch = scratch;
  }

  /** Measures similarity first, because that is fast. */
  async measureAll(signal: AbortSignal): Promise<void> {
    const { measures, settings } = this.#store;
    await this.#thenGroup(() =>
      this.#forEachProof(signal, async (photograph) => {
        if (!measures.isMeasured(photograph.id, measureVersion)) await this.#measure(photograph, signal);
      }),
    );
    await this.#forEachProof(signal, (photograph) => this.#rate(photograph, signal));
    if (!settings.read().measureWhenIdle) return;
    await this.#thenGroup(() => this.#measureUnmeasured(signal));
    for (let next = measures.nextUnrated(Number.MAX_SAFE_INTEGER); next !== null; ) {
      await this.#rate(next, signal);
      next = measures.nextUnrated(next.id);
      await setImmediate();
      signal.throwIfAborted();
    }
  }

  async #measureUnmeasured(signal: AbortSignal): Promise<void> {
    for (let beforeId: number | null = Number.MAX_SAFE_INTEGER; beforeId !== null; ) {
      const next = this.#store.measures.next(beforeId, measureVersion);
      if (next.photograph !== null) await this.#measure(next.photograph, signal);
      beforeId = next.below;
      await setImmediate();
      signal.throwIfAborted();
    }
  }

  /** Groups the measured photographs, even if the measuring was aborted. */
  async #thenGroup(measureMany: () => Promise<void>): Promise<void> {
    try {
      await measureMany();
    } finally {
      await stackMeasured(this.#ungrouped, this.#store);
    }
  }

  /** Visits unprocessed, unrated photographs, in the order of adding. */
  async #forEachProof(signal: AbortSignal, act: (photograph: PhotographFile) => Promise<void>): Promise<void> {
    const { proofs } = this.#store;
    for (let next = proofs.nextUnrated(0); next !== null; next = proofs.nextUnrated(next.id)) {
      await act(next);
      await setImmediate();
      signal.throwIfAborted();
    }
  }

  async #measure(photograph: PhotographFile, signal: AbortSignal): Promise<void> {
    if (photograph.folderId !== this.#folderId) await stackMeasured(this.#ungrouped, this.#store);
    this.#folderId = photograph.folderId;
    await measureSimilarity(photograph, this.#store, signal);
    this.#ungrouped.add(photograph.id);
  }

  async #rate(photograph: PhotographFile, signal: AbortSignal): Promise<void> {
    if (this.#failedIds.has(photograph.id)) return;
    const client = await builtInClient(this.#services);
    signal.throwIfAborted();
    try {
      await ratePhoto(photograph, this.#store, { client, scratch: this.scratch }, signal);
    } catch (error) {
      if (!signal.aborted) this.#failedIds.add(photograph.id);
      throw error;
    }
  }
}
