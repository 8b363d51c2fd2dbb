/** What can be taken back, newest first: decisions and changes of the list. What was sent cannot. */
import type { Message } from '../../preload/contract/sentence.ts';

/** Something that was done. */
export interface Done {
  /** What it was, for people. */
  readonly what: Message;
  /** Takes it back; returns what takes that back in turn. */
  back(): Promise<Done>;
}

/** Steps that are kept. */
const most = 100;

export type Undo = ReturnType<typeof createUndo>;

export function createUndo() {
  let undone: Done[] = [];
  let done: Done[] = [];
  /** One after the other, however fast the keys come. */
  let before: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = before.then(work);
    before = turn.catch(() => undefined);
    return turn;
  };
  const step = (from: () => Done[], to: (step: Done) => void) =>
    inTurn(async () => {
      const last = from().at(-1);
      if (last === undefined) return null;
      const back = await last.back();
      from().pop();
      to(back);
      return last.what;
    });
  return {
    /** Something was done that can be taken back. */
    did(what: Done): void {
      done = [...done, what].slice(-most);
      undone = [];
    },
    /** Takes back what was done last; what it was, or null where there is nothing. */
    undo: (): Promise<Message | null> =>
      step(
        () => done,
        (back) => undone.push(back),
      ),
    /** Does again what was taken back last. */
    redo: (): Promise<Message | null> =>
      step(
        () => undone,
        (again) => done.push(again),
      ),
  };
}
