/** Waits until new files are complete: closed, copied to the end, and decodable. */
import type { BigIntStats, Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Clock, systemClock } from '../../clock.ts';
import { modifiedAt } from '../../files/file-identity.ts';
import { inspect } from '../examine/inspect-file.ts';
import { mapInOrder } from '../examine/ordered-map.ts';

export interface WriteFinishTimes {
  /** A file is settled after this time without a change, in ms. */
  readonly settleMs: number;
  /** `settleMs` for network folders and cards, where copies pause midway. */
  readonly slowSettleMs: number;
  /** An incomplete file is reported after this time without a change, to show its problem, in ms. */
  readonly maxStallMs: number;
}

export const defaultWriteFinishTimes: WriteFinishTimes = { settleMs: 2_000, slowSettleMs: 10_000, maxStallMs: 120_000 };

interface WaitingFile {
  readonly isExisting: boolean;
  needsCheck: boolean;
  /** Size and time at the last check; '' before the first. */
  mark: string;
  bytes: number;
  /** Monotonic ms, as is `nextRead`. */
  unchangedSince: number;
  nextRead: number;
}

/** More checks at a time cost less each. Those of large files could not be held in memory together. */
const maxConcurrentChecks = 16;
const maxConcurrentBytes = 64 * 1024 * 1024;
/** Minimum time between rounds of checks. */
const minRoundMs = 50;

export class WriteFinishWatch {
  readonly #times: WriteFinishTimes;
  readonly #onSettled: (path: string, isExisting: boolean) => void;
  readonly #clock: Clock;
  readonly #waiting = new Map<string, WaitingFile>();
  /** Marks of reported and skipped contents, by path. */
  readonly #known = new Map<string, string>();
  #next: { readonly time: number; readonly cancel: () => void } | null = null;
  #isChecking = false;
  #round: Promise<void> = Promise.resolve();
  #isClosed = false;
  #settleMs: number;

  /** @param onSettled called once for each content of a path; `isExisting` if a scan found it */
  constructor(
    times: WriteFinishTimes,
    onSettled: (path: string, isExisting: boolean) => void,
    clock: Clock = systemClock,
  ) {
    this.#times = times;
    this.#onSettled = onSettled;
    this.#clock = clock;
    this.#settleMs = times.settleMs;
  }

  /** Waits for a file that appeared or changed. @param facts its status, if known */
  check(path: string, isExisting: boolean, facts?: Stats): void {
    const before = this.#waiting.get(path);
    const mark = facts?.isFile() ? markOf(facts) : null;
    if (this.#isClosed || (before !== undefined && before.mark === mark)) return;
    // A check in progress notices that the object was replaced.
    const file = before
      ? { ...before }
      : { isExisting, needsCheck: false, mark: '', bytes: 0, unchangedSince: 0, nextRead: 0 };
    this.#waiting.set(path, file);
    if (facts !== undefined && mark !== null) this.#recordFacts(file, facts);
    file.needsCheck = mark === null || mark === this.#known.get(path);
    this.#scheduleRound(this.#dueTime(file));
  }

  /** Stops waiting. Reported contents stay known, because an unavailable folder may return. */
  forget(path: string): void {
    this.#waiting.delete(path);
  }

  slowDown(): void {
    this.#settleMs = this.#times.slowSettleMs;
  }

  /** Reports a file only after a change. */
  skip(path: string): void {
    this.#round = this.#round.then(async () => {
      const facts = await stat(path, { bigint: true }).catch(() => null);
      if (facts !== null) this.#known.set(path, markOf(facts));
    });
  }

  get busy(): boolean {
    return this.#waiting.size > 0;
  }

  /** Resolves when no check is in progress. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting.clear();
    this.#next?.cancel();
    await this.#round;
  }

  #dueTime({ needsCheck, unchangedSince, nextRead }: WaitingFile): number {
    if (needsCheck) return 0;
    return Math.min(Math.max(unchangedSince + this.#settleMs, nextRead), unchangedSince + this.#times.maxStallMs);
  }

  #scheduleRound(dueTime: number): void {
    const now = this.#clock.monotonic();
    const time = Math.max(dueTime, now + Math.min(minRoundMs, this.#settleMs / 4));
    if (this.#isChecking || this.#isClosed || (this.#next !== null && this.#next.time <= time)) return;
    this.#next?.cancel();
    this.#next = { time, cancel: this.#clock.after(time - now, () => this.#startRound()) };
  }

  #startRound(): void {
    this.#next = null;
    this.#isChecking = true;
    this.#round = this.#checkDueFiles().finally(() => {
      this.#isChecking = false;
      const dueTimes = [...this.#waiting.values()].map((file) => this.#dueTime(file));
      const first = dueTimes.reduce((earliest, time) => Math.min(earliest, time), Number.POSITIVE_INFINITY);
      if (Number.isFinite(first)) this.#scheduleRound(first);
    });
  }

  async #checkDueFiles(): Promise<void> {
    const now = this.#clock.monotonic();
    const due = [...this.#waiting].filter(([, file]) => this.#dueTime(file) <= now);
    const maxBytes = due.reduce((max, [, { bytes }]) => Math.max(max, bytes), 1);
    const concurrency = Math.max(2, Math.min(maxConcurrentChecks, Math.floor(maxConcurrentBytes / maxBytes)));
    const checks = mapInOrder(due, concurrency, async ([path, file]) => {
      if (this.#isClosed || this.#waiting.get(path) !== file) return null;
      return (await this.#isFinished(path, file)) ? { path, file } : null;
    });
    for await (const finished of checks) if (finished !== null) this.#report(finished.path, finished.file);
  }

  #report(path: string, file: WaitingFile): void {
    if (this.#waiting.get(path) !== file || this.#isClosed) return;
    this.#waiting.delete(path);
    if (file.mark === '' || this.#known.get(path) === file.mark) return;
    this.#known.set(path, file.mark);
    this.#onSettled(path, file.isExisting);
  }

  #recordFacts(file: WaitingFile, facts: Stats | BigIntStats): void {
    const mark = markOf(facts);
    if (mark === file.mark) return;
    // For a file found by a scan, count the time since its last change.
    const isOld = file.mark === '' && file.isExisting;
    const unchangedMs = isOld ? this.#clock.now() - Math.max(modifiedAt(facts), Number(facts.ctimeMs)) : 0;
    file.mark = mark;
    file.bytes = Number(facts.size);
    file.nextRead = 0;
    file.unchangedSince = this.#clock.monotonic() - Math.max(0, unchangedMs);
  }

  /** Whether a file is complete, missing (with an empty mark), or stalled for too long. */
  async #isFinished(path: string, file: WaitingFile): Promise<boolean> {
    file.needsCheck = false;
    const facts = await stat(path, { bigint: true }).catch(() => null);
    if (facts === null || !facts.isFile()) {
      file.mark = '';
      return true;
    }
    this.#recordFacts(file, facts);
    const now = this.#clock.monotonic();
    if (this.#known.get(path) === file.mark) return true;
    const unchangedMs = now - file.unchangedSince;
    if (unchangedMs < this.#settleMs) return false;
    if (unchangedMs >= this.#times.maxStallMs) return true;
    if (now < file.nextRead) return false;
    const { found, isUnchanged } = await inspect(path, 'glance', undefined, facts);
    switch (found.kind) {
      case 'broken':
      case 'empty':
      case 'unreadable':
        file.nextRead = now + Math.min(unchangedMs, this.#times.maxStallMs / 4);
        return false;
      default:
        // The file may have grown while it was being read.
        return isUnchanged;
    }
  }
}

/** Leaves out the inode, which changes with each mount of a card or share. */
const markOf = (facts: Stats | BigIntStats): string => `${facts.size}:${modifiedAt(facts)}`;
