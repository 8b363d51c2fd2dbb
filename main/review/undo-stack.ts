/** What can be taken back, newest first: decisions and changes of the list. What was sent cannot. */
import type { Message } from '../../contract/messages/message.ts';

/** Something that was done. */
export interface UndoableAction {
  /** What it was, for people; what takes it back is called the same. */
  readonly label: Message;
  /** Takes it back. @throws where nothing of it was, and may be when it is tried again */
  back(): Promise<UndoOutcome>;
}

/** What taking back came to: a part of it, where it was stopped or failed on the way. */
export interface UndoOutcome {
  /** Does again what was taken back; null where that was nothing. */
  readonly redo: UndoableAction | null;
  /** What is still to be taken back; null where there is nothing, or where it never can be. */
  readonly rest: UndoableAction | null;
  /** Why it was not all of it. */
  readonly fault?: unknown;
}

/** Steps that are kept. */
const maxSteps = 100;
/** How often a step may fail before it makes room for those below it. */
const maxFailures = 2;

/** A step, by when it was begun or asked for. */
interface Entry {
  readonly sequence: number;
  /** Null until it is known what was done. */
  step: UndoableAction | null;
  /** Settled when what it came from is over. */
  readonly over: Promise<unknown>;
  failures: number;
}

export type UndoStack = ReturnType<typeof createUndoStack>;

export function createUndoStack() {
  let undone: Entry[] = [];
  let done: Entry[] = [];
  let last = 0;
  /** One after the other, however fast the keys come. */
  let before: Promise<unknown> = Promise.resolve();
  /** Those of them that wait for what was begun before them. */
  const waiting = new Set<Promise<unknown>>();
  /** What a version was before it was made again, by its id then. */
  const remade = new Map<number, number>();

  const without = (entries: readonly Entry[], entry: Entry) => entries.filter((each) => each !== entry);
  const sorted = (entries: readonly Entry[]) => entries.toSorted((a, b) => a.sequence - b.sequence).slice(-maxSteps);

  /** Takes an entry back, and puts what is left of it in its place. */
  async function revert(entry: Entry, step: UndoableAction) {
    let taken: UndoOutcome;
    try {
      taken = await step.back();
    } catch (fault) {
      taken = { redo: null, rest: step, fault };
    }
    const hasFailed = taken.fault !== undefined;
    entry.failures = hasFailed ? entry.failures + 1 : 0;
    entry.step = entry.failures < maxFailures ? taken.rest : null;
    if (entry.step === null) {
      done = without(done, entry);
      undone = without(undone, entry);
    }
    return taken;
  }
  const entryOf = (sequence: number, step: UndoableAction): Entry => ({
    sequence,
    step,
    over: Promise.resolve(),
    failures: 0,
  });

  /**
   * Takes a step back when its turn comes.
   * @param next which step that is then
   * @param keep puts what does it again where it belongs
   */
  function inTurn(
    next: (sequence: number) => Promise<Entry | null>,
    keep: (sequence: number, redo: UndoableAction) => void,
  ) {
    last += 1;
    const sequence = last;
    const started = Promise.withResolvers<void>();
    waiting.add(started.promise);
    const turn = before.then(async () => {
      const entry = await next(sequence);
      const step = entry?.step;
      const taking = step ? revert(entry, step) : null;
      waiting.delete(started.promise);
      started.resolve();
      if (!step || !taking) return null;
      const { redo, fault } = await taking;
      if (redo) keep(sequence, redo);
      if (fault !== undefined) throw fault;
      return redo?.label ?? step.label;
    });
    before = turn.catch(() => undefined);
    return turn;
  }
  /** What was begun last before that; it waits until it is known. */
  async function lastDone(sequence: number): Promise<Entry | null> {
    for (;;) {
      const entry = done.findLast((each) => each.sequence < sequence);
      if (!entry) return null;
      await entry.over;
      if (entry.step) return entry;
    }
  }

  /**
   * Does what can be taken back: an undo that is asked for meanwhile waits for it. It waits itself for those that were asked
   * for before and are not under way yet.
   * @param work told where to put what it did, once at the most
   */
  async function doing<T>(work: (did: (step: UndoableAction) => void) => T | Promise<T>): Promise<T> {
    last += 1;
    const sequence = last;
    const pending = [...waiting];
    const over = Promise.withResolvers<void>();
    const entry: Entry = { sequence, step: null, over: over.promise, failures: 0 };
    done = sorted([...done, entry]);
    try {
      if (pending.length > 0) await Promise.allSettled(pending);
      return await work((step) => {
        entry.step = step;
        undone = undone.filter((each) => each.sequence > sequence);
      });
    } finally {
      if (entry.step === null) done = without(done, entry);
      over.resolve();
    }
  }

  return {
    doing,
    /** Takes back what was done last; what it was, or null where there is nothing. */
    undo: (): Promise<Message | null> =>
      inTurn(lastDone, (sequence, redo) => {
        // What was done since then has made another future of it.
        if (!done.some((each) => each.sequence > sequence && each.step)) undone.push(entryOf(sequence, redo));
      }),
    /** Does again what was taken back last. */
    redo: (): Promise<Message | null> =>
      inTurn(
        async (sequence) => {
          await Promise.all(done.filter((each) => each.sequence < sequence).map(({ over }) => over));
          return undone.at(-1) ?? null;
        },
        (sequence, redo) => {
          done = sorted([...done, entryOf(sequence, redo)]);
        },
      ),
    /** A version that was taken away was made again: steps that name it mean the new one. */
    becomes(id: number, now: number): void {
      remade.set(id, now);
    },
    /** The id that a version has now. */
    now(id: number): number {
      let found = id;
      for (let next = remade.get(found); next !== undefined; next = remade.get(found)) found = next;
      return found;
    },
  };
}
