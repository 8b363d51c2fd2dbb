/** A seat in the workshop: one worker thread, started when needed, one job at a time, replaced when it breaks. */
import { type MessagePort, Worker } from 'node:worker_threads';
import type { EngineOutput } from '../../operations/index.ts';
import { RequestError, requestError } from '../error-responses.ts';
import { isSettledWithin } from './settle-timeout.ts';
import type { FromWorker, Job, ToWorker } from './worker-messages.ts';

export interface WorkerSlotOptions {
  /** Module the worker runs. */
  readonly entry: URL;
  /** A worker without work for this long, in ms, is ended. */
  readonly idleMs: number;
  /** Longest time for one job, in ms. */
  readonly jobMs: number;
  /** How long a cancelled job may go on, in ms, before another worker takes its seat. */
  readonly cancelMs: number;
  /** How long a job may go on, in ms, when the seat is closed. */
  readonly closeMs: number;
  /** Most megabytes of JavaScript heap of one worker; native memory is not counted. */
  readonly heapMb: number;
  /** Receives one line about a crash or a defect. */
  readonly log: (line: string) => void;
}

export interface WorkerSlot {
  readonly isBusy: boolean;
  readonly hasWorker: boolean;
  /** Pixels of the images that are worked on. */
  readonly pixels: number;
  /**
   * Runs one job; settles when the seat is free again.
   * @throws Refusal as the operation, or the crash of the worker, demands; the signal's reason when it fired.
   */
  run(job: Job, signal: AbortSignal): Promise<EngineOutput>;
  /** The thread that runs the networks has ended: its questions are asked again of the next one. */
  reconnect(): void;
  /** Cancels the job and ends the worker. False when it did not stop in time and had to be left behind. */
  close(): Promise<boolean>;
}

type Outcome = { readonly output: EngineOutput } | { readonly error: unknown };

interface Running {
  readonly pixels: number;
  settle(outcome: Outcome): void;
  /** Asks the worker to stop; the job then ends with `reason`. */
  cancel(reason: unknown): void;
  /** Why it was asked to stop. */
  reason?: unknown;
  readonly settled: Promise<unknown>;
}

/** @param connect gives a worker its way to the thread that runs the networks */
export function createWorkerSlot(options: WorkerSlotOptions, connect: () => MessagePort): WorkerSlot {
  let worker: Worker | undefined;
  let running: Running | undefined;
  let isIntroduced = false;
  let idleTimer: NodeJS.Timeout | undefined;

  function start(): Worker {
    const made = new Worker(options.entry, { resourceLimits: { maxOldGenerationSizeMb: options.heapMb } });
    made.on('message', (message: FromWorker) => {
      // A worker that was left behind is safe to end as soon as it speaks: it is out of native code then.
      if (worker !== made) void made.terminate();
      else running?.settle(outcomeOf(message, running));
    });
    made.on('error', (error: NodeJS.ErrnoException) => {
      options.log(`worker crashed: ${error.code ?? ''} ${error.message}`);
      lose(made, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory() : crashed());
    });
    made.on('exit', () => lose(made, crashed()));
    isIntroduced = false;
    return made;
  }

  /** Gives the worker its way to the networks. */
  function introduce(to: Worker): void {
    const port = connect();
    to.postMessage({ kind: 'connect', port } satisfies ToWorker, [port]);
    isIntroduced = true;
  }

  function outcomeOf(message: FromWorker, { reason }: Running): Outcome {
    switch (message.kind) {
      case 'done':
        return { output: message.output };
      case 'refused':
        return { error: new RequestError(message.code, message.message) };
      case 'failed':
        options.log(`an operation failed: ${message.trace}`);
        return { error: requestError('operation failed', 'The image could not be processed.') };
      case 'cancelled':
        return { error: reason };
      default:
        return message satisfies never;
    }
  }

  /** `gone` is over: its job, if it still has one, ends with `error`; the next job gets a new worker. */
  function lose(gone: Worker, error: unknown): void {
    if (worker !== gone) return;
    worker = undefined;
    running?.settle({ error });
  }

  /**
   * Gives up on a worker that does not answer. It is not terminated: a thread that is stopped inside a native model
   * takes the whole process with it.
   */
  function abandonWorker(error: unknown): void {
    options.log('a worker did not stop and was left behind');
    worker?.unref();
    if (worker) lose(worker, error);
  }

  /** Ends a worker that has nothing to do. */
  async function dismiss(): Promise<void> {
    clearTimeout(idleTimer);
    const idle = worker;
    worker = undefined;
    await idle?.terminate();
  }

  return {
    get isBusy() {
      return running !== undefined;
    },
    get hasWorker() {
      return worker !== undefined;
    },
    get pixels() {
      return running?.pixels ?? 0;
    },

    run(job, signal) {
      if (running) throw new Error('this seat is taken');
      clearTimeout(idleTimer);
      worker ??= start();
      const hand = worker;
      if (!isIntroduced) introduce(hand);
      const { promise, resolve, reject } = Promise.withResolvers<EngineOutput>();
      const timers = [setTimeout(() => abandonWorker(tookTooLong()), options.jobMs)];
      const current: Running = {
        pixels: job.pixels,
        settle(outcome) {
          running = undefined;
          for (const timer of timers) clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
          idleTimer = setTimeout(dismiss, options.idleMs).unref();
          if ('output' in outcome) resolve(outcome.output);
          else reject(outcome.error);
        },
        cancel(reason) {
          if ('reason' in current) return;
          current.reason = reason;
          hand.postMessage({ kind: 'cancel' } satisfies ToWorker);
          timers.push(setTimeout(() => abandonWorker(reason), options.cancelMs));
        },
        settled: promise.catch(() => {}),
      };
      const onAbort = () => current.cancel(signal.reason);
      running = current;
      hand.postMessage(
        { kind: 'run', job } satisfies ToWorker,
        Object.values(job.images).map(({ buffer }) => buffer),
      );
      if (signal.aborted) onAbort();
      else signal.addEventListener('abort', onAbort, { once: true });
      return promise;
    },

    reconnect() {
      isIntroduced = false;
      if (worker && running) introduce(worker);
    },

    async close() {
      const last = running;
      last?.cancel(stoppingError());
      const isFree = await isSettledWithin(last?.settled ?? Promise.resolve(), options.closeMs);
      if (!isFree) abandonWorker(stoppingError());
      await dismiss();
      return isFree;
    },
  };
}

export const stoppingError = () => requestError('too busy', 'The engine is stopping.', { 'Retry-After': '5' });
const crashed = () => requestError('worker crashed', 'The engine crashed while processing this image.');
const outOfMemory = () =>
  requestError('out of memory', 'There is not enough memory for this image. Try a smaller one.');
const tookTooLong = () => requestError('took too long', 'Processing this image took too long and was stopped.');
