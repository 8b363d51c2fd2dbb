/** Undo and redo of decisions and of changes to lists. */
import type { Message } from '../../../contract/messages/message.ts';

export interface UndoableAction {
  readonly label: Message;
  /** @throws if nothing was undone, and a retry may succeed */
  undo(): Promise<UndoOutcome>;
}

/** May be partial, after a stop or an error. */
export interface UndoOutcome {
  /** Null if nothing was undone. */
  readonly redo: UndoableAction | null;
  /** Undoes the remaining part; null if that is empty or impossible. */
  readonly rest: UndoableAction | null;
  readonly error?: unknown;
}

const maxSteps = 100;
/** After these, a step is dropped, so that the user reaches earlier ones. */
const maxFailures = 2;

interface Entry {
  /** In the order of starts and of undo requests. */
  readonly sequence: number;
  /** Null until the action is finished. */
  step: UndoableAction | null;
  readonly isOver: Promise<unknown>;
  failures: number;
}

const createEntry = (sequence: number, step: UndoableAction): Entry => ({
  sequence,
  step,
  isOver: Promise.resolve(),
  failures: 0,
});

/** An undo waits for actions that started before it, and an action for undos requested before it. */
export class UndoStack {
  #done: Entry[] = [];
  #undone: Entry[] = [];
  #lastSequence = 0;
  /** Queue of undos and redos. */
  #turns: Promise<unknown> = Promise.resolve();
  /** Turns that have not started their step. */
  readonly #pendingTurns = new Set<Promise<unknown>>();
  /** New ids of versions by earlier ones. */
  readonly #versionIds = new Map<number, number>();

  /** Runs an action. @param action passes its step to `onDone`, once at most */
  async run<T>(action: (onDone: (step: UndoableAction) => void) => T | Promise<T>): Promise<T> {
    const sequence = this.#nextSequence();
    const pendingTurns = [...this.#pendingTurns];
    const over = Promise.withResolvers<void>();
    const entry: Entry = { sequence, step: null, isOver: over.promise, failures: 0 };
    this.#addDone(entry);
    try {
      if (pendingTurns.length > 0) await Promise.allSettled(pendingTurns);
      return await action((step) => {
        entry.step = step;
        this.#undone = this.#undone.filter((each) => each.sequence > sequence);
      });
    } finally {
      if (entry.step === null) this.#done = without(this.#done, entry);
      over.resolve();
    }
  }

  /** Undoes the last action. Returns its label, or null. */
  undo(): Promise<Message | null> {
    return this.#takeTurn(
      (sequence) => this.#lastDone(sequence),
      (sequence, redo) => {
        const isSuperseded = this.#done.some((each) => each.sequence > sequence && each.step);
        if (!isSuperseded) this.#undone.push(createEntry(sequence, redo));
      },
    );
  }

  /** Redoes the last undone action. Returns its label, or null. */
  redo(): Promise<Message | null> {
    return this.#takeTurn(
      async (sequence) => {
        await Promise.all(this.#done.filter((each) => each.sequence < sequence).map(({ isOver }) => isOver));
        return this.#undone.at(-1) ?? null;
      },
      (sequence, redo) => this.#addDone(createEntry(sequence, redo)),
    );
  }

  /** Makes earlier steps mean the new version instead of the removed one. */
  replaceVersion(id: number, newId: number): void {
    this.#versionIds.set(id, newId);
  }

  /** Returns a version's current id. */
  currentVersion(id: number): number {
    let current = id;
    for (let next = this.#versionIds.get(current); next !== undefined; next = this.#versionIds.get(current))
      current = next;
    return current;
  }

  #nextSequence(): number {
    this.#lastSequence += 1;
    return this.#lastSequence;
  }

  #addDone(entry: Entry): void {
    this.#done = [...this.#done, entry].toSorted((a, b) => a.sequence - b.sequence).slice(-maxSteps);
  }

  /** Undoes or redoes a step after earlier turns. @param findEntry finds the step at that time */
  #takeTurn(
    findEntry: (sequence: number) => Promise<Entry | null>,
    keepReverse: (sequence: number, reverse: UndoableAction) => void,
  ): Promise<Message | null> {
    const sequence = this.#nextSequence();
    const started = Promise.withResolvers<void>();
    this.#pendingTurns.add(started.promise);
    const turn = this.#turns.then(async () => {
      const entry = await findEntry(sequence);
      const step = entry?.step;
      const reverting = step ? this.#revert(entry, step) : null;
      this.#pendingTurns.delete(started.promise);
      started.resolve();
      if (!step || !reverting) return null;
      const { redo, error } = await reverting;
      if (redo) keepReverse(sequence, redo);
      if (error !== undefined) throw error;
      return redo?.label ?? step.label;
    });
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  /** Waits for running actions. */
  async #lastDone(sequence: number): Promise<Entry | null> {
    for (;;) {
      const entry = this.#done.findLast((each) => each.sequence < sequence);
      if (!entry) return null;
      await entry.isOver;
      if (entry.step) return entry;
    }
  }

  /** Reverts a step, leaving its remaining part. */
  async #revert(entry: Entry, step: UndoableAction): Promise<UndoOutcome> {
    let outcome: UndoOutcome;
    try {
      outcome = await step.undo();
    } catch (error) {
      outcome = { redo: null, rest: step, error };
    }
    entry.failures = outcome.error === undefined ? 0 : entry.failures + 1;
    entry.step = entry.failures < maxFailures ? outcome.rest : null;
    if (entry.step === null) {
      this.#done = without(this.#done, entry);
      this.#undone = without(this.#undone, entry);
    }
    return outcome;
  }
}

const without = (entries: readonly Entry[], entry: Entry) => entries.filter((each) => each !== entry);
