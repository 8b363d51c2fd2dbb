/** Reports jobs as they become final: as JSON lines, or as lines above a progress bar on a terminal. */
import type { JobSummary } from '../../../contract/jobs/job.ts';
import type { QueueStatus } from '../../../contract/jobs/work-status.ts';
import type { Message } from '../../../contract/messages/message.ts';
import { type Store, skipOnTrouble } from '../../store/index.ts';
import { writeLine } from '../output/stdout-errors.ts';
import { escapeTerminalJson, terminalLine } from '../output/terminal-text.ts';
import { countEnds, type EndCounts, endOf, finishedLine, finishedMessage, type JobEnd } from './finished-line.ts';
import { startProgressBar } from './progress-bar.ts';

/** Number of jobs that a command answers for, and of the final ones among them. */
export type Progress = Pick<QueueStatus, 'total' | 'finished'>;

/** @param progress null = of all jobs */
type ReadStatus = (progress: Progress | null) => Promise<QueueStatus>;

export type Reporter = Pick<
  JobReporter,
  'reportedCounts' | 'reportedOtherCounts' | 'hasDone' | 'adopted' | 'update' | 'line' | 'stop'
>;

/**
 * Starts to report jobs that become final.
 * @param own the jobs the command answers for. The caller adds to it, and then calls `update`; the reporter adds jobs
 *   with other recipes for excluded photographs. Null = all jobs that become final from now on.
 * @param readStatus for the progress bar of a terminal
 */
export function startReport(
  store: Store,
  isJson: boolean,
  own: Set<number> | null,
  readStatus: ReadStatus | null = null,
): Reporter {
  return new JobReporter(store, isJson, own, readStatus);
}

class JobReporter {
  readonly #store: Store;
  readonly #isJson: boolean;
  readonly #own: Set<number> | null;
  readonly #startedAt = Date.now();
  readonly #bar: { stop(): void } | null;
  readonly #unsubscribe: () => void;
  readonly #reported = new Map<number, JobEnd>();
  /** Jobs of other commands that this process ran. */
  readonly #others = new Map<number, JobEnd | null>();
  #adoptedCount = 0;

  constructor(store: Store, isJson: boolean, own: Set<number> | null, readStatus: ReadStatus | null) {
    this.#store = store;
    this.#isJson = isJson;
    this.#own = own;
    this.#bar =
      !isJson && readStatus && process.stderr.isTTY
        ? startProgressBar(process.stderr, () => readStatus(own && { total: own.size, finished: this.#reported.size }))
        : null;
    this.#unsubscribe = store.changes.subscribe(({ jobs, foreign }) => {
      if (own === null) this.#reportAll(foreign ? store.views.summaries() : store.views.byId(jobs), foreign);
      else {
        this.#reportOwn(foreign ? own : [...jobs].filter((id) => own.has(id)));
        this.#recordOthers([...jobs].filter((id) => !own.has(id)));
      }
    });
  }

  /** Counts final jobs by their current state, so a job that the user decided counts once. */
  readonly reportedCounts = (): EndCounts => countEnds(this.#reported.values());

  /** Counts final jobs of other commands that this process ran. */
  readonly reportedOtherCounts = (): EndCounts =>
    countEnds([...this.#others].flatMap(([id, end]) => (end === null || this.#own?.has(id) ? [] : end)));

  /** Returns whether this process finished a job before the command answered for it. */
  readonly hasDone = (id: number): boolean => this.#others.get(id) === 'done';

  /** Returns the number of jobs that process excluded photographs with another recipe. */
  readonly adopted = (): number => this.#adoptedCount;

  /** Reports jobs of the command that have become final. Default: all of its jobs. */
  readonly update = skipOnTrouble((ids: Iterable<number> = this.#own ?? []) =>
    this.#reportOwn(this.#own === null ? [] : ids),
  );

  readonly line = (message: Message): void => this.#print(terminalLine(message), process.stderr);

  readonly stop = (): void => {
    this.#unsubscribe();
    this.#bar?.stop();
  };

  #print(text: string, stream: NodeJS.WriteStream): void {
    // The bar draws itself again below the line at its next update.
    if (this.#bar) process.stderr.write('\r\x1b[K');
    writeLine(stream, text);
  }

  #report(job: JobSummary): void {
    const line = finishedLine(this.#store, job);
    this.#print(this.#isJson ? escapeTerminalJson(line) : terminalLine(finishedMessage(line)), process.stdout);
  }

  #reportOwn(ids: Iterable<number>): void {
    const { views, excluded } = this.#store;
    const ends = new Map(views.atRest(ids).map((job) => [job.id, endOf(job)]));
    for (const id of ids) {
      const end = ends.get(id) ?? null;
      if (end === (this.#reported.get(id) ?? null)) continue;
      if (end === null) {
        this.#reported.delete(id);
        continue;
      }
      this.#reported.set(id, end);
      const job = views.detail(id)?.job;
      if (job) this.#report(job);
      if (end === 'leftOut') this.#adopt(excluded.insteadOf([id]));
    }
  }

  #adopt(ids: readonly number[]): void {
    const adopted = ids.filter((id) => !this.#own?.has(id));
    for (const id of adopted) this.#own?.add(id);
    this.#adoptedCount += adopted.length;
    this.#reportOwn(adopted);
  }

  #recordOthers(ids: Iterable<number>): void {
    for (const job of this.#store.views.byId(ids)) {
      const end = endOf(job);
      if (end === null || this.#others.has(job.id)) this.#others.set(job.id, end);
    }
  }

  /** @param isForeign whether another process changed them; then jobs that ended before the start are skipped */
  #reportAll(jobs: readonly JobSummary[], isForeign: boolean): void {
    for (const job of jobs) {
      const end = endOf(job);
      if (end === null) {
        this.#reported.delete(job.id);
        continue;
      }
      const isNew = !isForeign || this.#reported.has(job.id) || (job.finishedAt ?? 0) >= this.#startedAt;
      if (!isNew || this.#reported.get(job.id) === end) continue;
      this.#reported.set(job.id, end);
      this.#report(job);
    }
  }
}
