/** Decodes photographs added after a `glance`, so that damage is reported before their turn in the queue. */
import type { NewJob, Store } from '../../store/index.ts';
import { inputProblem } from '../examine/examine-file.ts';
import { findImageProblem } from '../examine/inspect-file.ts';
import { mapInOrder } from '../examine/ordered-map.ts';

/** Decoding begins after this time without new photographs, in ms. */
const quietMs = 1000;
/** Each photograph is decoded on a separate thread. */
const maxConcurrentDecodes = 2;

export class DeferredDecoder {
  readonly #store: Pick<Store, 'jobs'>;
  readonly #waiting: NewJob[] = [];
  #quietTimer: NodeJS.Timeout | null = null;
  #decoding: Promise<void> | null = null;
  #isClosed = false;

  constructor(store: Pick<Store, 'jobs'>) {
    this.#store = store;
  }

  add(jobs: readonly NewJob[]): void {
    if (jobs.length === 0 || this.#isClosed) return;
    this.#waiting.push(...jobs);
    if (this.#quietTimer !== null) clearTimeout(this.#quietTimer);
    this.#quietTimer = setTimeout(() => {
      this.#quietTimer = null;
      this.#start();
    }, quietMs);
  }

  /** Resolves when nothing is being decoded. Remaining jobs find damage when they run. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#quietTimer !== null) clearTimeout(this.#quietTimer);
    await this.#decoding;
  }

  #isReady(): boolean {
    return !this.#isClosed && this.#quietTimer === null && this.#waiting.length > 0;
  }

  #start(): void {
    if (this.#decoding !== null || !this.#isReady()) return;
    this.#decoding = this.#decodeWaiting().finally(() => {
      this.#decoding = null;
      this.#start();
    });
  }

  async #decodeWaiting(): Promise<void> {
    for await (const _ of mapInOrder(this.#takeWaiting(), maxConcurrentDecodes, (job) => this.#decode(job)));
  }

  *#takeWaiting(): Generator<NewJob> {
    while (this.#isReady()) yield this.#waiting.shift()!;
  }

  async #decode(job: NewJob): Promise<void> {
    const found = await findImageProblem(job.sourcePath, job.contentHash);
    if (found?.kind !== 'broken' && found?.kind !== 'unsupported' && found?.kind !== 'too-many-pixels') return;
    try {
      this.#store.jobs.foundWrong(job, inputProblem('UNUSABLE_FILE', found.message, 'replace-file'));
    } catch {
      // The database is busy or full; the job finds the damage when it runs.
    }
  }
}
