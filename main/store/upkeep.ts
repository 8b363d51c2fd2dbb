/** What the process that has the queue does for the database meanwhile: copies it, clears it, and keeps its log short. */
import { type Store, unlessTrouble } from './index.ts';

export interface Upkeep {
  /** This process has the queue now. */
  begin(): void;
  /** Ends all of it, once the queue has stopped; resolves when nothing is under way. */
  end(): Promise<void>;
}

/** How often it is looked whether a copy is due, in ms. */
const copyEvery = 10 * 60 * 1000;
/** So much (ms) of what was committed may be in the log alone. */
const logEvery = 5000;

/** @param firstCopyMs how long after the beginning the first copy is made: a window that opens goes first */
export function upkeepOf(
  { copyIfDue, forgetting, keepLog }: Pick<Store, 'copyIfDue' | 'forgetting' | 'keepLog'>,
  log: { warn(text: string): void },
  firstCopyMs = 0,
): Upkeep {
  const timers: NodeJS.Timeout[] = [];
  const closing = new AbortController();
  let copying: Promise<void> = Promise.resolve();
  const copy = () => {
    copying = copyIfDue(closing.signal)
      .then(forgetting.forgetOld)
      .catch((fault) => {
        if (!closing.signal.aborted) log.warn(`The database was not copied, or not cleared. ${fault}`);
      });
  };
  return {
    begin() {
      // Before anything is sent: until then, an earlier state that is put back would not be noticed.
      unlessTrouble(keepLog)();
      if (firstCopyMs === 0) copy();
      else timers.push(setTimeout(copy, firstCopyMs));
      timers.push(setInterval(copy, copyEvery), setInterval(unlessTrouble(keepLog), logEvery));
    },
    async end() {
      const begun = timers.splice(0);
      for (const timer of begun) clearInterval(timer);
      closing.abort(new Error('Burnish is being closed.'));
      await copying;
      // The last word of this process; a second end has none.
      if (begun.length > 0) unlessTrouble(keepLog)();
    },
  };
}
