/**
 * Touching up a result by hand: it is opened small, shown as it would be, and saved at full size as a new version beside it.
 * Neither the photograph nor the service's result is ever written to, and no service is asked for anything.
 */
import { isMessage, msg, UserFacingError } from '../../../contract/messages/message.ts';
import { maxPoints, maxStrokes, type TouchUpEdit } from '../../../contract/touch-up/touch-up.ts';
import type { PicturePatch, TouchUpSession } from '../../../contract/touch-up/touch-up-session.ts';
import type { StrokeChange } from '../../imaging/touch-up/index.ts';
import { retryTransient, type VersionDecision } from '../../store/index.ts';
import { openThread, resolveThreadEntry, type Thread, ThreadError } from '../../threads/worker-thread.ts';
import { touchUpFiles, touchUpKindFor } from './touch-up-eligibility.ts';
import {
  type RemovedVersion,
  removeVersion,
  resumeVersions,
  saveVersion,
  type VersionTools,
} from './touch-up-versions.ts';
import type { TouchWork } from './worker-requests.ts';

export interface TouchUp {
  /** @throws UserFacingError, as all of these, where it cannot be touched up, or its files are not at hand */
  open(id: number): Promise<TouchUpSession>;
  /**
   * Other strokes on the result that is open; null where others again were asked for meanwhile.
   * @param opening of which `change` is: one of an earlier opening, out of turn, or beyond the bounds of a version is refused
   */
  paint(id: number, opening: number, change: StrokeChange): Promise<PicturePatch | null>;
  /** A new version of the result that is open; its id, and the name of its file. It goes on when something else is opened. */
  save(id: number, touch: TouchUpEdit): Promise<{ readonly id: number; readonly name: string }>;
  /** The same of a result that is not open, such as one that was taken away. @param decision what was decided about it */
  make(
    id: number,
    touch: TouchUpEdit,
    decision?: Partial<VersionDecision>,
  ): Promise<{ readonly id: number; readonly name: string }>;
  /** Calls off the saving of what was made of this result. */
  callOff(id: number): void;
  /** Ends what is open; what is being saved goes on. */
  close(): Promise<void>;
  /** Resolves when nothing is being saved any more, whether it went well or not. */
  saved(): Promise<void>;
  /** Takes a version that was made by hand away, its file to the trash; what it was, to make it again. */
  remove(id: number): Promise<RemovedVersion>;
  /** Lists versions that a kill left unlisted. */
  recoverVersions(): Promise<void>;
}

export type TouchOptions = Omit<VersionTools, 'make'>;

/** A result that is open, with a thread of its own: with it goes what it holds in memory, some 50 MB. */
interface Opened {
  readonly id: number;
  readonly thread: Thread<TouchWork>;
  readonly ending: AbortController;
  readonly opening: number;
  /** How many points each of its strokes has; null until it is open. */
  strokes: readonly number[] | null;
  /** Of the last change. */
  number: number;
  /** What is being painted, and up to how many strokes. */
  readonly paintings: Map<AbortController, number>;
}

export function createTouchUp(options: TouchOptions): TouchUp {
  const { store } = options;
  let opened: Opened | null = null;
  let openings = 0;

  const start = () => openThread<TouchWork>(resolveThreadEntry(import.meta.url, 'touch-up.worker'), null);
  const askThread = async <N extends keyof TouchWork>(
    thread: Thread<TouchWork>,
    name: N,
    args: Parameters<TouchWork[N]>[0],
    signal: AbortSignal,
  ): Promise<Awaited<ReturnType<TouchWork[N]>>> => {
    try {
      return (await thread.ask(name, args as never, signal)) as Awaited<ReturnType<TouchWork[N]>>;
    } catch (fault) {
      if (fault instanceof ThreadError && isMessage(fault.sentence))
        throw new UserFacingError(fault.sentence, { cause: fault });
      throw fault;
    }
  };
  const theOpen = (id: number): Opened => {
    if (opened?.id !== id) throw new UserFacingError(msg('review.touch.ended'));
    return opened;
  };
  async function close(): Promise<void> {
    const ended = opened;
    opened = null;
    ended?.ending.abort(new UserFacingError(msg('review.touch.ended')));
    await ended?.thread.close();
  }
  /** By the result each is made of: with a thread of its own, so that opening and closing others leaves it alone. */
  const savings = new Map<AbortController, { readonly id: number; readonly isOver: Promise<unknown> }>();
  const made = (id: number, touch: TouchUpEdit) => {
    const thread = start();
    const control = new AbortController();
    const make: TouchWork['make'] = (request, signal) => askThread(thread, 'make', request, signal);
    const saving = saveVersion(id, touch, { ...options, make }, control.signal).finally(() => {
      savings.delete(control);
      return thread.close();
    });
    savings.set(control, { id, isOver: saving.catch(() => undefined) });
    return saving;
  };

  return {
    async open(id) {
      await close();
      const { touchable, kind: by } = touchUpKindFor(store, id);
      openings += 1;
      const session: Opened = {
        ...{ id, thread: start(), ending: new AbortController() },
        ...{ opening: openings, strokes: null, number: 0, paintings: new Map() },
      };
      opened = session;
      const files = await touchUpFiles(store, touchable);
      const { own, touch } = touchable;
      const strokes = touch?.by === 'brush' ? touch.strokes : [];
      const pictures = await askThread(
        session.thread,
        'open',
        { ...files, box: own.box, strokes },
        session.ending.signal,
      );
      session.strokes = strokes.map(({ points }) => points.length);
      return { id, opening: session.opening, ownId: own.id, by, touch, ...pictures };
    },
    async paint(id, opening, change) {
      const session = theOpen(id);
      const { number, keep, added } = change;
      const isNext = keep === 0 ? number > session.number : number === session.number + 1;
      if (session.strokes === null || opening !== session.opening || !isNext || keep > session.strokes.length) {
        throw new UserFacingError(msg('review.touch.ended'));
      }
      const strokes = [...session.strokes.slice(0, keep), ...added.map(({ points }) => points.length)];
      const points = strokes.reduce((sum, each) => sum + each, 0);
      if (strokes.length > maxStrokes || points > maxPoints)
        throw new UserFacingError(msg('contract.touch.tooManyPoints'));
      Object.assign(session, { strokes, number });
      // What is being painted is needed by strokes that come after it: only its picture is not wanted any more.
      for (const [control, count] of session.paintings) {
        if (count > keep) control.abort(new Error('Other strokes were asked for.'));
      }
      const calledOff = new AbortController();
      session.paintings.set(calledOff, strokes.length);
      const { signal } = session.ending;
      try {
        const part = await askThread(session.thread, 'paint', change, AbortSignal.any([signal, calledOff.signal]));
        return number === session.number ? part : null;
      } catch (fault) {
        if (calledOff.signal.aborted && !signal.aborted) return null;
        throw fault;
      } finally {
        session.paintings.delete(calledOff);
      }
    },
    async save(id, touch) {
      theOpen(id);
      return made(id, touch);
    },
    async make(id, touch, decision = {}) {
      const version = await made(id, touch);
      // Made already: it must not be made once more because the database could not be had.
      await retryTransient(() => store.versionDecisions.decide([version.id], decision));
      return version;
    },
    callOff(id) {
      for (const [control, saving] of savings) {
        if (saving.id === id) control.abort(new UserFacingError(msg('review.touch.ended')));
      }
    },
    close,
    async saved() {
      await Promise.all([...savings.values()].map(({ isOver }) => isOver));
    },
    remove: (id) => removeVersion(id, options),
    recoverVersions: () => resumeVersions(store),
  };
}
