/**
 * Touching up a result by hand: it is opened small, shown as it would be, and saved at full size as a new version beside it.
 * Neither the photograph nor the service's result is ever written to, and no service is asked for anything.
 */
import { isMessage, SaidError, say } from '../../../preload/contract/sentence.ts';
import type { TouchOpened, TouchPicture } from '../../../preload/contract/touch/requests.ts';
import type { Stroke, Touch } from '../../../preload/contract/touch.ts';
import { patiently, type VersionDecision } from '../../store/index.ts';
import { entryBeside, openThread, type Thread, ThreadError } from '../../threads/thread.ts';
import { type RemovedVersion, removeVersion, saveVersion, takeUpVersions, type VersionTools } from './versions.ts';
import { filesOf, wayOf } from './what-can-be.ts';
import type { TouchWork } from './work.ts';

export interface TouchUp {
  /** @throws SaidError, as all of these, where it cannot be touched up, or its files are not at hand */
  open(id: number): Promise<TouchOpened>;
  /** Null where other strokes were asked for meanwhile. */
  paint(id: number, strokes: readonly Stroke[]): Promise<TouchPicture | null>;
  /** A new version of the result that is open; its id, and the name of its file. It goes on when something else is opened. */
  save(id: number, touch: Touch): Promise<{ readonly id: number; readonly name: string }>;
  /** The same of a result that is not open, such as one that was taken away. @param decision what was decided about it */
  make(
    id: number,
    touch: Touch,
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
  takeUp(): Promise<void>;
}

export type TouchOptions = Omit<VersionTools, 'make'>;

/** A result that is open, with a thread of its own: with it goes what it holds in memory, some 50 MB. */
interface Opened {
  readonly id: number;
  readonly thread: Thread<TouchWork>;
  readonly ending: AbortController;
  painting: AbortController | null;
}

export function createTouchUp(options: TouchOptions): TouchUp {
  const { store } = options;
  let opened: Opened | null = null;

  const start = () => openThread<TouchWork>(entryBeside(import.meta.url, 'thread'), null);
  const asked = async <N extends keyof TouchWork>(
    thread: Thread<TouchWork>,
    name: N,
    args: Parameters<TouchWork[N]>[0],
    signal: AbortSignal,
  ): Promise<Awaited<ReturnType<TouchWork[N]>>> => {
    try {
      return (await thread.ask(name, args as never, signal)) as Awaited<ReturnType<TouchWork[N]>>;
    } catch (fault) {
      if (fault instanceof ThreadError && isMessage(fault.sentence))
        throw new SaidError(fault.sentence, { cause: fault });
      throw fault;
    }
  };
  const theOpen = (id: number): Opened => {
    if (opened?.id !== id) throw new SaidError(say('desk.touch.ended'));
    return opened;
  };
  async function close(): Promise<void> {
    const ended = opened;
    opened = null;
    ended?.ending.abort(new SaidError(say('desk.touch.ended')));
    await ended?.thread.close();
  }
  /** By the result each is made of: with a thread of its own, so that opening and closing others leaves it alone. */
  const savings = new Map<AbortController, { readonly id: number; readonly isOver: Promise<unknown> }>();
  const made = (id: number, touch: Touch) => {
    const thread = start();
    const control = new AbortController();
    const make: TouchWork['make'] = (request, until) => asked(thread, 'make', request, until);
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
      const { touchable, by } = wayOf(store, id);
      const mine: Opened = { id, thread: start(), ending: new AbortController(), painting: null };
      opened = mine;
      const files = await filesOf(store, touchable);
      const { own, touch } = touchable;
      const strokes = touch?.by === 'brush' ? touch.strokes : [];
      const pictures = await asked(mine.thread, 'open', { ...files, box: own.box, strokes }, mine.ending.signal);
      return { id, ownId: own.id, by, touch, ...pictures };
    },
    async paint(id, strokes) {
      const one = theOpen(id);
      one.painting?.abort(new Error('Other strokes were asked for.'));
      const mine = new AbortController();
      one.painting = mine;
      const { signal } = one.ending;
      try {
        return await asked(one.thread, 'paint', strokes, AbortSignal.any([signal, mine.signal]));
      } catch (fault) {
        if (mine.signal.aborted && !signal.aborted) return null;
        throw fault;
      }
    },
    async save(id, touch) {
      theOpen(id);
      return made(id, touch);
    },
    async make(id, touch, decision = {}) {
      const version = await made(id, touch);
      // Made already: it must not be made once more because the database could not be had.
      await patiently(() => store.versionDecisions.decide([version.id], decision));
      return version;
    },
    callOff(id) {
      for (const [control, saving] of savings) {
        if (saving.id === id) control.abort(new SaidError(say('desk.touch.ended')));
      }
    },
    close,
    async saved() {
      await Promise.all([...savings.values()].map(({ isOver }) => isOver));
    },
    remove: (id) => removeVersion(id, options),
    takeUp: () => takeUpVersions(store),
  };
}
