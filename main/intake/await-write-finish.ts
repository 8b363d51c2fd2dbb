/** Waits until files that appeared are whole: copied to the end, closed by the camera, decodable or complete by their parts. */

import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Clock, systemClock } from '../clock.ts';
import { inspect } from './inspect-file.ts';
import { mapInOrder } from './ordered-map.ts';

export interface WriteFinishTimes {
  /** A file is still when size and times have not changed for so long, ms. */
  readonly settleMs: number;
  /** The same on network folders and cards, where copies stand still in their midst. */
  readonly slowSettleMs: number;
  /**
   * A still file that is not whole may be a copy that stalled. After this long without a change it is reported as it is,
   * so that its reason is shown, ms.
   */
  readonly patienceMs: number;
}

export const defaultWriteFinishTimes: WriteFinishTimes = { settleMs: 2_000, slowSettleMs: 10_000, patienceMs: 120_000 };

export interface WriteFinishWatch {
  /** A file that appeared or changed; may be told any number of times. `facts`: what the disk says of it, where that is known. */
  check(path: string, existing: boolean, facts?: Stats): void;
  /** A file that went away, or moved. */
  forget(path: string): void;
  /** From now on files have the time of slow sources. */
  slowDown(): void;
  /** Marks a file as known as it is now: it is only reported when it changes. */
  skip(path: string): void;
  /** True while files are waiting. */
  readonly busy: boolean;
  /** Forgets all that is waiting; resolves when nothing is being looked at any more. */
  close(): Promise<void>;
}

interface Waiting {
  readonly existing: boolean;
  /** It was told of without its facts, and has not been looked at since. */
  needsCheck: boolean;
  /** Size and times when last looked at; '' before the first look. */
  mark: string;
  /** When `mark` was first seen (monotonic ms). */
  unchangedSince: number;
  /** Not read again before this time. */
  nextRead: number;
}

/** Files looked into side by side. */
const sideBySide = 4;

/** The least time between two rounds, ms: what is due within it is looked at together. */
const roundMs = 50;

/**
 * @param onSettled called once for each content of a path. `existing` says how the file was found.
 */
export function awaitWriteFinish(
  times: WriteFinishTimes,
  onSettled: (path: string, existing: boolean) => void,
  clock: Clock = systemClock,
): WriteFinishWatch {
  const waiting = new Map<string, Waiting>();
  /** What was reported or skipped, by its mark: a second notice about the same content is no news. */
  const known = new Map<string, string>();
  /** The next round; null where none is due, or one is under way. */
  let next: { readonly roundAt: number; readonly cancel: () => void } | null = null;
  let isChecking = false;
  let round: Promise<void> = Promise.resolve();
  let isClosed = false;
  let { settleMs } = times;

  /** When a file is looked at next: when it is told of, and once it has been left alone for long enough or may be whole by now. */
  const dueAt = ({ needsCheck, unchangedSince, nextRead }: Waiting): number =>
    needsCheck ? 0 : Math.min(Math.max(unchangedSince + settleMs, nextRead), unchangedSince + times.patienceMs);

  /** One timer for all files. */
  const wakeAt = (due: number) => {
    const now = clock.monotonic();
    const roundAt = Math.max(due, now + Math.min(roundMs, settleMs / 4));
    if (isChecking || isClosed || (next !== null && next.roundAt <= roundAt)) return;
    next?.cancel();
    const cancel = clock.after(roundAt - now, () => {
      next = null;
      isChecking = true;
      round = checkDue().finally(() => {
        isChecking = false;
        const first = [...waiting.values()].reduce(
          (earliest, file) => Math.min(earliest, dueAt(file)),
          Number.POSITIVE_INFINITY,
        );
        if (Number.isFinite(first)) wakeAt(first);
      });
    });
    next = { roundAt, cancel };
  };

  const checkDue = async () => {
    const now = clock.monotonic();
    const due = [...waiting].filter(([, file]) => dueAt(file) <= now);
    for await (const finish of mapInOrder(due, sideBySide, check)) finish?.();
  };

  /** What is to be done with a file that is whole or gone; null where it goes on waiting. */
  const check = async ([path, file]: readonly [string, Waiting]): Promise<(() => void) | null> => {
    if (isClosed || waiting.get(path) !== file || !(await isSettledOrGone(path, file))) return null;
    return () => {
      if (waiting.get(path) !== file || isClosed) return;
      waiting.delete(path);
      if (file.mark === '' || known.get(path) === file.mark) return;
      known.set(path, file.mark);
      onSettled(path, file.existing);
    };
  };

  /** Notes what the disk says of a file. */
  const recordFacts = (file: Waiting, facts: Stats) => {
    const mark = markOf(facts);
    if (mark === file.mark) return;
    // A file found by a scan has been still since its last change; one that appears now is watched from now on.
    const isOld = file.mark === '' && file.existing;
    const stillMs = isOld ? clock.now() - Math.max(facts.mtimeMs, facts.ctimeMs) : 0;
    file.mark = mark;
    file.nextRead = 0;
    file.unchangedSince = clock.monotonic() - Math.max(0, stillMs);
  };

  /** True when the file is whole or gone, or all patience with it is. */
  const isSettledOrGone = async (path: string, file: Waiting): Promise<boolean> => {
    file.needsCheck = false;
    const facts = await stat(path).catch(() => null);
    if (facts === null || !facts.isFile()) {
      file.mark = '';
      return true;
    }
    recordFacts(file, facts);
    const { mark } = file;
    const now = clock.monotonic();
    if (known.get(path) === mark) return true;
    const stillMs = now - file.unchangedSince;
    if (stillMs < settleMs) return false;
    if (stillMs >= times.patienceMs) return true;
    if (now < file.nextRead) return false;
    const found = await inspect(path, 'glance');
    switch (found.kind) {
      case 'broken':
      case 'empty':
      case 'unreadable':
        file.nextRead = now + Math.min(stillMs, times.patienceMs / 4);
        return false;
      default: {
        // The file may have grown while it was being read.
        const after = await stat(path).catch(() => null);
        return after === null || markOf(after) === mark;
      }
    }
  };

  return {
    check(path, existing, facts) {
      const before = waiting.get(path);
      const mark = facts?.isFile() ? markOf(facts) : null;
      if (isClosed || (before !== undefined && before.mark === mark)) return;
      // Another one than what is being looked at just now.
      const file = before ? { ...before } : { existing, needsCheck: false, mark: '', unchangedSince: 0, nextRead: 0 };
      waiting.set(path, file);
      if (facts !== undefined && mark !== null) recordFacts(file, facts);
      file.needsCheck = mark === null || mark === known.get(path);
      wakeAt(dueAt(file));
    },
    forget(path) {
      // What was reported stays known: a folder that goes away takes all its files with it, and brings them back.
      waiting.delete(path);
    },
    slowDown() {
      settleMs = times.slowSettleMs;
    },
    skip(path) {
      round = round.then(async () => {
        const facts = await stat(path).catch(() => null);
        if (facts !== null) known.set(path, markOf(facts));
      });
    },
    get busy() {
      return waiting.size > 0;
    },
    async close() {
      isClosed = true;
      waiting.clear();
      next?.cancel();
      await round;
    },
  };
}

/** Not by inode: cards and network shares number their files anew each time they come back. */
function markOf(facts: { size: number; mtimeMs: number }): string {
  return `${facts.size}:${facts.mtimeMs}`;
}
