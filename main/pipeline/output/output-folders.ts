/** Output folders that take no results. Nothing is sent for them until a check succeeds. */
import type { OutputTrouble } from '../../../contract/intake/watch-folder.ts';
import type { JobError } from '../../../contract/jobs/job.ts';
import type { Clock } from '../../clock.ts';
import type { BlockingCondition } from '../../store/index.ts';
import type { BlockedFolder } from '../stage-outcome.ts';
import type { Block, Need } from '../standstill.ts';

/** Delay in ms, doubled with every failed check. */
const firstCheckMs = 5000;
const maxCheckIntervalMs = 60_000;
/** Failed checks (some minutes) before a terminal stops waiting. */
const maxAwaitedChecks = 8;
/** Validity in ms of a written result as proof that the folder takes more. */
const proofMs = 2000;

export interface OutputFoldersOptions {
  readonly clock: Clock;
  /** Returns null if the folder takes results again. */
  readonly check: (closed: BlockedFolder) => Promise<JobError | null>;
  readonly isAwaited: (folder: string) => boolean;
  readonly onChange: () => void;
}

interface Entry {
  closed: BlockedFolder;
  readonly since: number;
  checks: number;
  /** `trying`: a check succeeded; one job writes first. */
  state: 'closed' | 'checking' | 'trying';
  firstJob: number | null;
  cancelCheck: () => void;
}

export class OutputFolders {
  private readonly options: OutputFoldersOptions;
  private readonly entries = new Map<string, Entry>();
  /** Times of the last results, on the monotonic clock. */
  private readonly writtenAt = new Map<string, number>();

  constructor(options: OutputFoldersOptions) {
    this.options = options;
  }

  close(closed: BlockedFolder): void {
    this.writtenAt.delete(closed.folder);
    const known = this.entries.get(closed.folder);
    if (known === undefined) {
      const entry = newEntry(closed, this.options.clock.now());
      this.entries.set(closed.folder, entry);
      this.scheduleCheck(entry);
    } else {
      known.closed = { ...closed, bytes: Math.max(closed.bytes, known.closed.bytes) };
      if (known.state !== 'trying') return;
      known.state = 'closed';
      known.firstJob = null;
      this.scheduleCheck(known);
    }
    this.options.onChange();
  }

  /** Records a written result. */
  opened(folder: string): void {
    this.writtenAt.set(folder, this.options.clock.monotonic());
    const entry = this.entries.get(folder);
    if (entry === undefined) return;
    entry.cancelCheck();
    this.entries.delete(folder);
    this.options.onChange();
  }

  /** Whether a result was just written, which proves more than a trial. */
  hasJustTaken(folder: string): boolean {
    const time = this.writtenAt.get(folder);
    return time !== undefined && this.options.clock.monotonic() - time < proofMs;
  }

  closed(): readonly string[] {
    return [...this.entries.keys()];
  }

  /** Returns null if a job may write there. After a closure one job goes first, and others follow its result. */
  letIn(folder: string, jobId: number): JobError | null {
    const entry = this.entries.get(folder);
    if (entry === undefined) return null;
    if (entry.state !== 'trying') return entry.closed.error;
    entry.firstJob ??= jobId;
    return entry.firstJob === jobId ? null : entry.closed.error;
  }

  /** Whether `letIn` would return null, without becoming the first job. */
  takes(folder: string, jobId: number): boolean {
    const entry = this.entries.get(folder);
    return entry === undefined || (entry.state === 'trying' && (entry.firstJob === null || entry.firstJob === jobId));
  }

  /** Records the end of a job's run. */
  left(jobId: number): void {
    for (const entry of this.entries.values()) {
      if (entry.firstJob !== jobId) continue;
      entry.firstJob = null;
      // The next waiting job goes first. Without one, no check is needed.
      if (!this.options.isAwaited(entry.closed.folder)) this.entries.delete(entry.closed.folder);
      this.options.onChange();
    }
  }

  blockOf(need: Need, folder: string | null, workFolder: string): Block | null {
    const entry = this.entries.get(folder ?? '') ?? (need === 'upload' ? this.entries.get(workFolder) : undefined);
    if (entry === undefined || !isGivenUp(entry)) return null;
    return { condition: 'closed', message: entry.closed.error.message };
  }

  conditions(): BlockingCondition[] {
    return [...this.entries.values()].map((entry) => ({
      subject: entry.closed.folder,
      condition: 'closed',
      message: entry.closed.error.message,
      until: null,
      blocks: isGivenUp(entry) ? ['upload', 'placing'] : [],
    }));
  }

  troubles(): readonly OutputTrouble[] {
    return [...this.entries.values()].map(({ closed: { folder, error }, since }) => {
      return { folder, message: error.message, since };
    });
  }

  tryNow(): void {
    for (const entry of this.entries.values()) {
      if (entry.state !== 'closed') continue;
      entry.cancelCheck();
      void this.checkFolder(entry);
    }
  }

  end(): void {
    for (const entry of this.entries.values()) entry.cancelCheck();
    this.entries.clear();
  }

  private scheduleCheck(entry: Entry): void {
    const delayMs = Math.min(maxCheckIntervalMs, firstCheckMs * 2 ** Math.min(entry.checks, 16));
    entry.cancelCheck();
    entry.cancelCheck = this.options.clock.after(delayMs, () => void this.checkFolder(entry));
  }

  private async checkFolder(entry: Entry): Promise<void> {
    if (entry.state !== 'closed') return;
    entry.state = 'checking';
    // A hanging share keeps this check busy; no second one starts.
    const error = await this.options.check(entry.closed).catch(() => entry.closed.error);
    if (this.entries.get(entry.closed.folder) !== entry) return;
    entry.checks += 1;
    if (error !== null) {
      entry.state = 'closed';
      entry.closed = { ...entry.closed, error };
      this.scheduleCheck(entry);
    } else if (this.options.isAwaited(entry.closed.folder)) entry.state = 'trying';
    else this.entries.delete(entry.closed.folder);
    this.options.onChange();
  }
}

function newEntry(closed: BlockedFolder, since: number): Entry {
  return { closed, since, checks: 0, state: 'closed', firstJob: null, cancelCheck: () => undefined };
}

function isGivenUp({ checks }: Entry): boolean {
  return checks >= maxAwaitedChecks;
}
