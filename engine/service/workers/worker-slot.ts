/** One of the concurrent jobs of the worker pool, with the worker thread that runs it. */
import { type MessagePort, Worker } from 'node:worker_threads';
import type { EngineOutput } from '../../operations/index.ts';
import { RequestError, requestError } from '../interface/request-errors.ts';
import { isSettledWithin } from './settle-timeout.ts';
import type { FromWorker, Job, ToWorker } from './worker-messages.ts';

export interface WorkerSlotOptions {
  /** Module of the worker. */
  readonly entry: URL;
  /** A worker that is idle for this time is ended. */
  readonly idleMs: number;
  /** Timeout of a job. */
  readonly jobMs: number;
  /** A worker whose job does not stop in this time after a cancellation is abandoned. */
  readonly cancelMs: number;
  /** Timeout of a running job when the slot closes. */
  readonly closeMs: number;
  /** Maximum JavaScript heap of a worker in MB, without native memory. */
  readonly heapMb: number;
  /** Receives one line about each crash or defect. */
  readonly log: (line: string) => void;
}

type Outcome = { readonly output: EngineOutput } | { readonly error: unknown };

/**
 * Runs one job at a time. The worker starts with the first job, and is replaced after a crash.
 *
 * A worker that does not stop is abandoned: its job fails, and the next job gets a new worker. It is not terminated,
 * because a thread that is stopped inside a native model ends the process.
 */
export class WorkerSlot {
  readonly #options: WorkerSlotOptions;
  readonly #openPort: () => MessagePort;
  #worker: Worker | undefined;
  #running: RunningJob | undefined;
  /** Whether the worker has a port to the present inference thread. */
  #isConnected = false;
  #idleTimer: NodeJS.Timeout | undefined;

  /** @param openPort returns a new port to the inference thread */
  constructor(options: WorkerSlotOptions, openPort: () => MessagePort) {
    this.#options = options;
    this.#openPort = openPort;
  }

  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  get hasWorker(): boolean {
    return this.#worker !== undefined;
  }

  /** Pixels of the running job. */
  get pixels(): number {
    return this.#running?.job.pixels ?? 0;
  }

  /**
   * Settles when the slot is free again.
   * @throws RequestError from the operation, or for a crash or timeout; the signal's reason
   */
  run(job: Job, signal: AbortSignal): Promise<EngineOutput> {
    if (this.#running) throw new Error('the slot is busy');
    clearTimeout(this.#idleTimer);
    this.#worker ??= this.#start();
    if (!this.#isConnected) this.#connect(this.#worker);
    const running = new RunningJob(job, this.#worker, signal, {
      jobMs: this.#options.jobMs,
      cancelMs: this.#options.cancelMs,
      onTimeout: (error) => this.#abandonWorker(error),
      onSettled: () => {
        this.#running = undefined;
        this.#idleTimer = setTimeout(() => this.#endIdleWorker(), this.#options.idleMs).unref();
      },
    });
    this.#running = running;
    running.start();
    return running.result;
  }

  /** To be called when the inference thread has ended. The worker repeats its open requests to the next one. */
  reconnect(): void {
    this.#isConnected = false;
    if (this.#worker && this.#running) this.#connect(this.#worker);
  }

  /** Cancels the job and ends the worker. Returns false if it did not stop in time and was abandoned. */
  async close(): Promise<boolean> {
    const running = this.#running;
    running?.cancel(stoppingError());
    const hasStopped = !running || (await isSettledWithin(running.settled, this.#options.closeMs));
    if (!hasStopped) this.#abandonWorker(stoppingError());
    await this.#endIdleWorker();
    return hasStopped;
  }

  #start(): Worker {
    const { entry, heapMb, log } = this.#options;
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    worker.on('message', (message: FromWorker) => {
      // An abandoned worker that sends a message is out of native code, and can be terminated.
      if (this.#worker !== worker) void worker.terminate();
      else this.#running?.settle(this.#outcomeOf(message, this.#running));
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      log(`worker crashed: ${error.code ?? ''} ${error.message}`);
      this.#detach(worker, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemoryError() : crashError());
    });
    worker.on('exit', () => this.#detach(worker, crashError()));
    this.#isConnected = false;
    return worker;
  }

  #connect(worker: Worker): void {
    const port = this.#openPort();
    worker.postMessage({ kind: 'connect', port } satisfies ToWorker, [port]);
    this.#isConnected = true;
  }

  #outcomeOf(message: FromWorker, { cancelReason }: RunningJob): Outcome {
    switch (message.kind) {
      case 'done':
        return { output: message.output };
      case 'rejected':
        return { error: new RequestError(message.code, message.message) };
      case 'failed':
        this.#options.log(`an operation failed: ${message.trace}`);
        return { error: requestError('operation failed', 'The image could not be processed.') };
      case 'canceled':
        return { error: cancelReason };
      default:
        return message satisfies never;
    }
  }

  /** Frees the slot of a worker that has ended or was abandoned. Its job fails with `error`. */
  #detach(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#running?.settle({ error });
  }

  #abandonWorker(error: unknown): void {
    this.#options.log('a worker did not stop and was abandoned');
    this.#worker?.unref();
    if (this.#worker) this.#detach(this.#worker, error);
  }

  async #endIdleWorker(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

interface RunningJobOptions {
  readonly jobMs: number;
  readonly cancelMs: number;
  /** The worker neither finished nor stopped in time. */
  readonly onTimeout: (error: unknown) => void;
  readonly onSettled: () => void;
}

/** A job of a slot until it has a result. */
class RunningJob {
  readonly job: Job;
  readonly #worker: Worker;
  readonly #signal: AbortSignal;
  readonly #options: RunningJobOptions;
  readonly #result = Promise.withResolvers<EngineOutput>();
  readonly #timers: NodeJS.Timeout[] = [];
  #isCanceled = false;
  #cancelReason: unknown;

  constructor(job: Job, worker: Worker, signal: AbortSignal, options: RunningJobOptions) {
    this.job = job;
    this.#worker = worker;
    this.#signal = signal;
    this.#options = options;
  }

  get result(): Promise<EngineOutput> {
    return this.#result.promise;
  }

  /** Resolves after the result, whether it is an output or an error. */
  get settled(): Promise<unknown> {
    return this.#result.promise.catch(() => {});
  }

  /** Reason of the first cancellation. */
  get cancelReason(): unknown {
    return this.#cancelReason;
  }

  start(): void {
    const { jobMs, onTimeout } = this.#options;
    this.#timers.push(setTimeout(() => onTimeout(timeoutError()), jobMs));
    const buffers = Object.values(this.job.images).map(({ buffer }) => buffer);
    this.#worker.postMessage({ kind: 'run', job: this.job } satisfies ToWorker, buffers);
    if (this.#signal.aborted) this.#onAbort();
    else this.#signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  settle(outcome: Outcome): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#options.onSettled();
    if ('output' in outcome) this.#result.resolve(outcome.output);
    else this.#result.reject(outcome.error);
  }

  /** Requests the worker to stop. The job then fails with `reason`. */
  cancel(reason: unknown): void {
    if (this.#isCanceled) return;
    this.#isCanceled = true;
    this.#cancelReason = reason;
    this.#worker.postMessage({ kind: 'cancel' } satisfies ToWorker);
    const { cancelMs, onTimeout } = this.#options;
    this.#timers.push(setTimeout(() => onTimeout(reason), cancelMs));
  }

  readonly #onAbort = () => this.cancel(this.#signal.reason);
}

export const stoppingError = () => requestError('too busy', 'The engine is stopping.', { 'Retry-After': '5' });
const crashError = () => requestError('worker crashed', 'The engine crashed while processing this image.');
const outOfMemoryError = () =>
  requestError('out of memory', 'There is not enough memory for this image. Try a smaller one.');
const timeoutError = () => requestError('timeout', 'Processing this image took too long and was stopped.');
