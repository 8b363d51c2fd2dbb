/** Touch-up by hand: a result is opened downscaled, painted, and saved at full size as a new version. No service is used. */
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { TouchUpEdit } from '../../../contract/touch-up/touch-up.ts';
import type { PicturePatch, TouchUpSession } from '../../../contract/touch-up/touch-up-session.ts';
import type { StrokeChange } from '../../imaging/touch-up/index.ts';
import { retryTransient, type VersionDecision } from '../../store/index.ts';
import { OpenedResult } from './opened-result.ts';
import { checkTouchUp, locateTouchUpFiles } from './touch-up-eligibility.ts';
import { askThread, openTouchUpThread } from './touch-up-thread.ts';
import {
  type RemovedVersion,
  recoverVersions,
  removeVersion,
  type SavedVersion,
  saveVersion,
  type VersionContext,
} from './touch-up-versions.ts';

/** Methods throw a UserFacingError if the result or its files are unavailable. */
export interface TouchUp {
  open(id: number): Promise<TouchUpSession>;
  /** Returns null if a later change has replaced this one. */
  paint(id: number, opening: number, change: StrokeChange): Promise<PicturePatch | null>;
  /** Saves the opened result. Opening another one does not stop it. */
  save(id: number, touch: TouchUpEdit): Promise<SavedVersion>;
  /** Saves a version of any result. */
  make(id: number, touch: TouchUpEdit, decision?: Partial<VersionDecision>): Promise<SavedVersion>;
  /** Cancels the saves of this result. */
  cancelSaves(id: number): void;
  /** Closes the opened result; saves continue. */
  close(): Promise<void>;
  /** Resolves when all saves have ended, even with errors. */
  whenSaved(): Promise<void>;
  remove(id: number): Promise<RemovedVersion>;
  /** Lists the versions that a crash left unlisted. */
  recoverVersions(): Promise<void>;
}

export type TouchOptions = Omit<VersionContext, 'make'>;

export function createTouchUp(options: TouchOptions): TouchUp {
  const { store } = options;
  const saves = new VersionSaves(options);
  let opened: OpenedResult | null = null;
  let openingCount = 0;

  const assertOpened = (id: number): OpenedResult => {
    if (opened?.id !== id) throw new UserFacingError(msg('review.touch.ended'));
    return opened;
  };
  async function close(): Promise<void> {
    const closing = opened;
    opened = null;
    await closing?.close();
  }

  return {
    async open(id) {
      await close();
      const { source, kind } = checkTouchUp(store, id);
      const { own, touch } = source;
      openingCount += 1;
      const result = new OpenedResult(id, openingCount);
      opened = result;
      const files = await locateTouchUpFiles(store, source);
      const strokes = touch?.by === 'brush' ? touch.strokes : [];
      const pictures = await result.open({ ...files, box: own.box, strokes });
      return { id, opening: result.opening, ownId: own.id, by: kind, touch, ...pictures };
    },
    paint: async (id, opening, change) => assertOpened(id).paint(opening, change),
    async save(id, touch) {
      assertOpened(id);
      return saves.start(id, touch);
    },
    async make(id, touch, decision = {}) {
      const version = await saves.start(id, touch);
      // Retried, because after an error the caller would save again.
      await retryTransient(() => store.versionDecisions.decide([version.id], decision));
      return version;
    },
    cancelSaves: (id) => saves.cancel(id),
    close,
    whenSaved: () => saves.settled(),
    remove: (id) => removeVersion(id, options),
    recoverVersions: () => recoverVersions(store),
  };
}

/** Running saves, each with its own thread. */
class VersionSaves {
  readonly #options: TouchOptions;
  readonly #running = new Map<AbortController, { readonly id: number; readonly isOver: Promise<unknown> }>();

  constructor(options: TouchOptions) {
    this.#options = options;
  }

  start(id: number, touch: TouchUpEdit): Promise<SavedVersion> {
    const thread = openTouchUpThread();
    const control = new AbortController();
    const make: VersionContext['make'] = (request, signal) => askThread(thread, 'make', request, signal);
    const saving = saveVersion(id, touch, { ...this.#options, make }, control.signal).finally(() => {
      this.#running.delete(control);
      return thread.close();
    });
    this.#running.set(control, { id, isOver: saving.catch(() => undefined) });
    return saving;
  }

  cancel(id: number): void {
    for (const [control, save] of this.#running) {
      if (save.id === id) control.abort(new UserFacingError(msg('review.touch.ended')));
    }
  }

  async settled(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ isOver }) => isOver));
  }
}
