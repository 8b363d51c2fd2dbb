/** Which folders take no results just now: nothing is sent for them or written there, and they are looked at until they do. */

import type { OutputTrouble } from '../../../contract/intake/watch-folder.ts';
import type { JobError } from '../../../contract/jobs/job.ts';
import type { Clock } from '../../clock.ts';
import type { BlockingCondition } from '../../store/index.ts';
import type { BlockedFolder } from '../stage-outcome.ts';
import type { Block, Need } from '../standstill.ts';

/** ms until a folder is looked at again, doubled with every look that finds it as it was, up to the longest. */
const firstCheckMs = 5000;
const maxCheckIntervalMs = 60_000;
/** After so many looks in vain (some minutes), nobody should wait for it at a terminal. */
const givenUpAfter = 8;
/** ms. */
const aMoment = 2000;

export interface OutputFolders {
  /** A result could not be written there, or there is no room for one. */
  close(closed: BlockedFolder): void;
  /** A result was written there. */
  opened(folder: string): void;
  /** True where that was a moment ago, and nothing has failed there since: better proof than any trial that it takes results. */
  hasJustTaken(folder: string): boolean;
  /** Folders that nothing is to be sent for. */
  closed(): readonly string[];
  /**
   * Leave for a job to write there; an error says why not. After a closure one job goes first, and the others are let in when
   * its result is there.
   */
  letIn(folder: string, jobId: number): JobError | null;
  /** Whether `letIn` would, without taking the leave. */
  takes(folder: string, jobId: number): boolean;
  /** Nobody is at work on the job any more. */
  left(jobId: number): void;
  /** What holds up for long what goes to this folder (null = to none), or whatever comes home to `workFolder`. */
  blockOf(need: Need, folder: string | null, workFolder: string): Block | null;
  /** For other processes. */
  conditions(): BlockingCondition[];
  /** What the user is told, one for each folder. */
  troubles(): readonly OutputTrouble[];
  /** Looks at all of them at once. */
  tryNow(): void;
  /** Ends all looking. */
  end(): void;
}

export interface OutputFoldersOptions {
  readonly clock: Clock;
  /** What is wrong with it now; null = it takes results again. */
  readonly check: (closed: BlockedFolder) => Promise<JobError | null>;
  /** True while finished results wait to be written there. */
  readonly isAwaited: (folder: string) => boolean;
  readonly onChange: () => void;
}

interface Entry {
  closed: BlockedFolder;
  readonly since: number;
  checks: number;
  /** `trying`: it may take results again; `first` is the job that finds out. */
  state: 'closed' | 'looking' | 'trying';
  first: number | null;
  cancelCheck: () => void;
}

const isGivenUp = ({ checks }: Entry) => checks >= givenUpAfter;

export function createOutputFolders({ clock, check, isAwaited, onChange }: OutputFoldersOptions): OutputFolders {
  const entries = new Map<string, Entry>();
  /** When a result was last written to each, on the monotonic clock. */
  const written = new Map<string, number>();

  function checkLater(entry: Entry): void {
    const wait = Math.min(maxCheckIntervalMs, firstCheckMs * 2 ** Math.min(entry.checks, 16));
    entry.cancelCheck();
    entry.cancelCheck = clock.after(wait, () => void checkFolder(entry));
  }

  async function checkFolder(entry: Entry): Promise<void> {
    if (entry.state !== 'closed') return;
    entry.state = 'looking';
    // A share that hangs keeps this one busy for as long as it likes; there is no second look meanwhile.
    const error = await check(entry.closed).catch(() => entry.closed.error);
    // It may have been opened meanwhile, or everything been ended.
    if (entries.get(entry.closed.folder) !== entry) return;
    entry.checks += 1;
    if (error !== null) {
      entry.state = 'closed';
      entry.closed = { ...entry.closed, error };
      checkLater(entry);
    } else if (isAwaited(entry.closed.folder)) entry.state = 'trying';
    else entries.delete(entry.closed.folder);
    onChange();
  }

  return {
    close(closed) {
      written.delete(closed.folder);
      const known = entries.get(closed.folder);
      if (known === undefined) {
        const entry: Entry = {
          ...{ closed, since: clock.now(), checks: 0, state: 'closed', first: null },
          cancelCheck: () => undefined,
        };
        entries.set(closed.folder, entry);
        checkLater(entry);
      } else {
        known.closed = { ...closed, bytes: Math.max(closed.bytes, known.closed.bytes) };
        if (known.state !== 'trying') return;
        known.state = 'closed';
        known.first = null;
        checkLater(known);
      }
      onChange();
    },
    opened(folder) {
      written.set(folder, clock.monotonic());
      const entry = entries.get(folder);
      if (entry === undefined) return;
      entry.cancelCheck();
      entries.delete(folder);
      onChange();
    },
    hasJustTaken(folder) {
      const writtenAt = written.get(folder);
      return writtenAt !== undefined && clock.monotonic() - writtenAt < aMoment;
    },
    closed: () => [...entries.keys()],
    letIn(folder, jobId) {
      const entry = entries.get(folder);
      if (entry === undefined) return null;
      if (entry.state !== 'trying') return entry.closed.error;
      entry.first ??= jobId;
      return entry.first === jobId ? null : entry.closed.error;
    },
    takes(folder, jobId) {
      const entry = entries.get(folder);
      return entry === undefined || (entry.state === 'trying' && (entry.first === null || entry.first === jobId));
    },
    left(jobId) {
      for (const entry of entries.values()) {
        if (entry.first !== jobId) continue;
        entry.first = null;
        // It came to another end, or was cancelled: the next one goes first, and without one there is nothing to find out.
        if (!isAwaited(entry.closed.folder)) entries.delete(entry.closed.folder);
        onChange();
      }
    },
    blockOf(need, folder, workFolder) {
      const entry = entries.get(folder ?? '') ?? (need === 'upload' ? entries.get(workFolder) : undefined);
      return entry !== undefined && isGivenUp(entry)
        ? { condition: 'closed', message: entry.closed.error.message }
        : null;
    },
    conditions: () =>
      [...entries.values()].map((entry) => ({
        ...{ subject: entry.closed.folder, condition: 'closed', message: entry.closed.error.message, until: null },
        blocks: isGivenUp(entry) ? ['upload', 'placing'] : [],
      })),
    troubles: () =>
      [...entries.values()].map(({ closed: { folder, error }, since }) => ({ folder, message: error.message, since })),
    tryNow() {
      for (const entry of entries.values()) {
        if (entry.state !== 'closed') continue;
        entry.cancelCheck();
        void checkFolder(entry);
      }
    },
    end() {
      for (const entry of entries.values()) entry.cancelCheck();
      entries.clear();
    },
  };
}
