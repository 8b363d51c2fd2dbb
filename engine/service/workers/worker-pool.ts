/** The worker pool: slots for concurrent jobs, and the queue of jobs that wait for one. */
import type { GraphicsStatus } from '../../../contract/services/graphics.ts';
import type { NetworkId } from '../../../contract/services/networks.ts';
import type { EngineOutput } from '../../operations/index.ts';
import { requestError } from '../interface/request-errors.ts';
import { createInferenceThread, type GraphicsOptions } from './inference-thread.ts';
import type { Job } from './worker-messages.ts';
import { stoppingError, WorkerSlot, type WorkerSlotOptions } from './worker-slot.ts';

export interface WorkerPoolOptions extends WorkerSlotOptions {
  /** Number of slots, each with a worker thread. */
  readonly slotCount: number;
  /** Maximum pixels of all running jobs. A larger job runs alone. */
  readonly maxPixels: number;
  /** Maximum number of queued jobs. */
  readonly maxWaiting: number;
  /** If absent, the processor runs all networks. */
  readonly graphics?: GraphicsOptions | undefined;
}

/** Field of the response to GET /health. */
export interface WorkerPoolState {
  readonly busy: number;
  readonly waiting: number;
  /** Live worker threads. */
  readonly workers: number;
  /** Names of the models in memory. */
  readonly models: readonly string[];
}

export interface WorkerPool {
  /** Networks on the graphics card, or null if it is off. */
  readonly graphics: GraphicsStatus | null;
  /**
   * Runs a job after those in the queue.
   * @param isTask whether the job is from the task table, and therefore not rejected if the queue is full
   * @throws RequestError from the operation, or `too busy` at once; the signal's reason as soon as it aborts
   */
  run(job: Job, signal: AbortSignal, isTask?: boolean): Promise<EngineOutput>;
  /** Lets the server reject a request before its upload. @throws RequestError if the queue is full */
  admit(): void;
  state(): WorkerPoolState;
  /** Closes the file of a network once no job uses it. */
  release(network: NetworkId): Promise<void>;
  /** Ends all workers. All jobs fail. Returns false if a worker did not stop in time and was abandoned. */
  close(): Promise<boolean>;
}

interface QueuedJob {
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
  const slots = Array.from({ length: options.slotCount }, () => new WorkerSlot(options, inference.connect));
  const queue: QueuedJob[] = [];
  let isClosed = false;

  function admit(): void {
    if (isClosed) throw stoppingError();
    if (queue.length < options.maxWaiting) return;
    throw requestError('too busy', 'Too many images are waiting. Try again in a moment.', {
      'Retry-After': '5',
    });
  }

  /** Starts queued jobs in their order. A large job is not overtaken, because smaller ones could delay it forever. */
  function dispatch(): void {
    for (const slot of slots) {
      const [next] = queue;
      if (!next) return;
      if (slot.isBusy) continue;
      const pixels = slots.reduce((sum, each) => sum + each.pixels, 0);
      if (pixels > 0 && pixels + next.job.pixels > options.maxPixels) return;
      queue.shift();
      slot.run(next.job, next.signal).then(next.resolve, next.reject).finally(dispatch);
    }
  }

  return {
    admit,

    get graphics() {
      return inference.graphics;
    },

    run(job, signal, isTask = false) {
      return new Promise<EngineOutput>((resolve, reject) => {
        signal.throwIfAborted();
        if (isClosed || !isTask) admit();
        const onAbort = () => {
          const index = queue.indexOf(entry);
          if (index >= 0) queue.splice(index, 1);
          reject(signal.reason);
        };
        const entry: QueuedJob = {
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
        queue.push(entry);
        dispatch();
      });
    },

    state: () => ({
      busy: slots.filter((slot) => slot.isBusy).length,
      waiting: queue.length,
      workers: slots.filter((slot) => slot.hasWorker).length,
      models: inference.models,
    }),

    release: inference.release,

    async close() {
      isClosed = true;
      for (const { reject } of queue.splice(0)) reject(stoppingError());
      const stopped = await Promise.all(slots.map((slot) => slot.close()));
      return (await inference.close(options.closeMs)) && stopped.every(Boolean);
    },
  };
}
