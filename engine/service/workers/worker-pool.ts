/** The workshop: a few worker seats and the line of jobs before them, first come, first served. */
import type { GraphicsStatus } from '../../../contract/services/graphics.ts';
import type { NetworkId } from '../../../contract/services/networks.ts';
import type { EngineOutput } from '../../operations/index.ts';
import { requestError } from '../error-responses.ts';
import { createInferenceThread, type GraphicsOptions } from './inference-thread.ts';
import type { Job } from './worker-messages.ts';
import { createWorkerSlot, stoppingError, type WorkerSlotOptions } from './worker-slot.ts';

export interface WorkerPoolOptions extends WorkerSlotOptions {
  /** Worker threads, and so jobs at the same time. */
  readonly workers: number;
  /** Pixels that may be worked on at a time; a job with more has the workshop to itself. */
  readonly maxPixels: number;
  /** Jobs that may wait; one more is refused. */
  readonly maxWaiting: number;
  /** Absent: the processor runs all networks. */
  readonly graphics?: GraphicsOptions | undefined;
}

export interface WorkerPoolState {
  readonly busy: number;
  readonly waiting: number;
  /** Worker threads alive. */
  readonly workers: number;
  /** Names of the models in memory. */
  readonly models: readonly string[];
}

export interface WorkerPool {
  /** Networks on the graphics card; null if it is not to be used. */
  readonly graphics: GraphicsStatus | null;
  /**
   * Runs `job` when its turn comes. `isPatient` jobs come from the task table, which is their line: they are never refused.
   * @throws Refusal as the operation demands, or at once `too busy` when the line is full;
   * the signal's reason as soon as it fires.
   */
  run(job: Job, signal: AbortSignal, isPatient?: boolean): Promise<EngineOutput>;
  /** @throws Refusal when one more job would be refused; lets the server say so before it takes an upload. */
  admit(): void;
  state(): WorkerPoolState;
  /** Lets go of a network's file; resolves when that has happened, which waits for a photograph that needs it. */
  release(network: NetworkId): Promise<void>;
  /** Ends all workers; jobs that run or wait fail. False when a worker did not stop in time and was left behind. */
  close(): Promise<boolean>;
}

interface Waiting {
  readonly job: Job;
  readonly signal: AbortSignal;
  resolve(output: EngineOutput): void;
  reject(error: unknown): void;
}

export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const { log, graphics } = options;
  const onEnd = () => {
    for (const slot of slots) slot.reconnect();
  };
  const inference = createInferenceThread({ log, graphics, onEnd });
  const slots = Array.from({ length: options.workers }, () => createWorkerSlot(options, inference.connect));
  const line: Waiting[] = [];
  let isClosed = false;

  function admit(): void {
    if (isClosed) throw stoppingError();
    if (line.length < options.maxWaiting) return;
    throw requestError('too busy', 'Too many images are waiting. Try again in a moment.', {
      'Retry-After': '5',
    });
  }

  /** Gives the next jobs to free seats, in their order: a large one is not passed by small ones for ever. */
  function serve(): void {
    for (const slot of slots) {
      const [next] = line;
      if (!next) return;
      if (slot.isBusy) continue;
      const pixels = slots.reduce((sum, each) => sum + each.pixels, 0);
      if (pixels > 0 && pixels + next.job.pixels > options.maxPixels) return;
      line.shift();
      slot.run(next.job, next.signal).then(next.resolve, next.reject).finally(serve);
    }
  }

  return {
    admit,

    get graphics() {
      return inference.graphics;
    },

    run(job, signal, isPatient = false) {
      return new Promise<EngineOutput>((resolve, reject) => {
        signal.throwIfAborted();
        if (isClosed || !isPatient) admit();
        const onAbort = () => {
          const place = line.indexOf(entry);
          if (place >= 0) line.splice(place, 1);
          reject(signal.reason);
        };
        const entry: Waiting = {
          job,
          signal,
          resolve(output) {
            signal.removeEventListener('abort', onAbort);
            resolve(output);
          },
          reject(error) {
            signal.removeEventListener('abort', onAbort);
            reject(error);
          },
        };
        signal.addEventListener('abort', onAbort, { once: true });
        line.push(entry);
        serve();
      });
    },

    state: () => ({
      busy: slots.filter((slot) => slot.isBusy).length,
      waiting: line.length,
      workers: slots.filter((slot) => slot.hasWorker).length,
      models: inference.models,
    }),

    release: inference.release,

    async close() {
      isClosed = true;
      for (const { reject } of line.splice(0)) reject(stoppingError());
      const ends = await Promise.all(slots.map((slot) => slot.close()));
      return (await inference.close(options.closeMs)) && ends.every(Boolean);
    },
  };
}
