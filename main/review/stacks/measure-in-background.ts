/**
 * Measures photographs in the background: those that are to be looked through, and where the user wants that all others; while nothing
 * else is done, one at a time, by the built-in engine alone. What was measured is kept, so that it goes on after a restart; work that comes ends it at once.
 */

import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { builtInProfileId } from '../../../contract/services/profile.ts';
import type { Clock } from '../../clock.ts';
import type { Services } from '../../service/services.ts';
import type { PhotographFile, Store } from '../../store/index.ts';
import { type BackgroundTask, createBackgroundTask } from '../background-work.ts';
import { groupMeasured, measure, measureVersion, ratePhoto } from './measure-photo.ts';

export interface BackgroundOptions {
  readonly store: Store;
  readonly services: Pick<Services, 'clientFor'>;
  /**
   * Whether there is time for it now, but for jobs and the user's wish: the queue is this process's, there is power, and it is no
   * command, which ends when its work is done.
   */
  readonly canRun: () => boolean;
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly log: { warn(text: string): void };
}

export function measureInBackground(options: BackgroundOptions): BackgroundTask {
  const { store, services, clock, log } = options;
  const scratch = join(store.workFolder, 'measuring');
  /** Those the engine failed at, until the next start: it is not broken by the same one all night. */
  const troublesome = new Set<number>();

  /** Measured photographs of one folder whose stacks are not known yet. */
  const ungrouped = new Set<number>();
  let folderId: number | null = null;

  async function measureNext(photograph: PhotographFile, signal: AbortSignal): Promise<void> {
    if (photograph.folderId !== folderId) await groupMeasured(ungrouped, store);
    folderId = photograph.folderId;
    await measure(photograph, store, signal);
    ungrouped.add(photograph.id);
  }

  const isWanted = () => store.settings.read().measureWhenIdle || store.proofs.nextUnrated(0) !== null;
  /** What all look like comes first, since that is quick; then how good those are that have others beside them. */
  async function measureAll(signal: AbortSignal): Promise<void> {
    await grouped(() =>
      eachProof(signal, async (photograph) => {
        if (!store.measures.isMeasured(photograph.id, measureVersion)) await measureNext(photograph, signal);
      }),
    );
    await eachProof(signal, async (photograph) => {
      if (!troublesome.has(photograph.id)) await judgeOne(photograph, signal);
    });
    if (!store.settings.read().measureWhenIdle) return;
    await grouped(() => measureUnmeasured(signal));
    for (let next = store.measures.nextUnrated(Number.MAX_SAFE_INTEGER); next !== null; ) {
      if (!troublesome.has(next.id)) await judgeOne(next, signal);
      next = store.measures.nextUnrated(next.id);
      await setImmediate();
      signal.throwIfAborted();
    }
  }

  async function measureUnmeasured(signal: AbortSignal): Promise<void> {
    for (let beforeId: number | null = Number.MAX_SAFE_INTEGER; beforeId !== null; ) {
      const next = store.measures.next(beforeId, measureVersion);
      if (next.photograph !== null) await measureNext(next.photograph, signal);
      beforeId = next.below;
      await setImmediate();
      signal.throwIfAborted();
    }
  }

  /** Groups what was measured, also if other work ends it. */
  async function grouped(measureMany: () => Promise<void>): Promise<void> {
    try {
      await measureMany();
    } finally {
      await groupMeasured(ungrouped, store);
    }
  }

  /** In the order they came in, as far as they are not judged. */
  async function eachProof(signal: AbortSignal, act: (photograph: PhotographFile) => Promise<void>): Promise<void> {
    for (let next = store.proofs.nextUnrated(0); next !== null; next = store.proofs.nextUnrated(next.id)) {
      await act(next);
      await setImmediate();
      signal.throwIfAborted();
    }
  }

  async function judgeOne(photograph: PhotographFile, signal: AbortSignal): Promise<void> {
    const { client, kind, charges } = await services.clientFor(builtInProfileId);
    // Measuring must never cost anything, nor show a photograph to anybody.
    if (kind !== 'built-in' || charges) throw new Error('The built-in engine is not what its profile leads to.');
    signal.throwIfAborted();
    try {
      await ratePhoto(photograph, store, { client, scratch }, signal);
    } catch (fault) {
      if (!signal.aborted) troublesome.add(photograph.id);
      throw fault;
    }
  }

  return createBackgroundTask({
    ...{ changes: store.changes, clock, log, scratch },
    canRun: () => options.canRun() && isWanted() && !store.measures.hasOpenWork(),
    work: measureAll,
    // New photographs, or files that were gone.
    isAbout: ({ jobs, lists }) =>
      jobs.size > 0 || lists.has('settings') || lists.has('originals') || lists.has('batches'),
    failed: 'Photographs will not be measured for a while.',
  });
}
