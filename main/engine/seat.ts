/** A seat in the workshop: one worker thread, started when needed, one job at a time, replaced when it breaks. */
import { Worker } from 'node:worker_threads';
import type { EngineOutput } from './operations/index.ts';
import { Refusal, refuse } from './refusals.ts';
import type { FromWorker, Job, ToWorker } from './worker-messages.ts';

export interface SeatOptions {
  /** Module the worker runs. */
  readonly entry: URL;
  /** A worker without work for this long, in ms, is ended, and its models' memory with it. */
  readonly idleMs: number;
  /** Longest time for one job, in ms. */
  readonly jobMs: number;
  /** How long a cancelled job may go on, in ms, before its worker is ended. */
  readonly cancelMs: number;
  /** Most megabytes of JavaScript heap of one worker; native memory is not counted. */
  readonly heapMb: number;
  /** Receives one line about a crash or a defect. */
  readonly log: (line: string) => void;
}

export interface Seat {
  readonly isBusy: boolean;
  readonly hasWorker: boolean;
  /**
   * Runs one job; settles when the worker is free again.
   * @throws Refusal as the operation, or the crash of the worker, demands; the signal's reason when it fired.
   */
  run(job: Job, signal: AbortSignal): Promise<EngineOutput>;
  close(): Promise<void>;
}

interface Running {
  settle(outcome: { output: EngineOutput } | { error: unknown }): void;
  readonly signal: AbortSignal;
}

export function createSeat(options: SeatOptions): Seat {
  let worker: Worker | undefined;
  let running: Running | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  function start(): Worker {
    const made = new Worker(options.entry, { resourceLimits: { maxOldGenerationSizeMb: options.heapMb } });
    made.on('message', (message: FromWorker) => {
      // A worker that was given up may still speak; its seat then belongs to another job.
      if (worker === made && running) running.settle(read(message, running.signal, options.log));
    });
    made.on('error', (error: NodeJS.ErrnoException) => {
      options.log(`worker crashed: ${error.code ?? ''} ${error.message}`);
      lose(made, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory() : crashed());
    });
    made.on('exit', () => lose(made, crashed()));
    return made;
  }

  /** `gone` is over: its job, if it still has one, ends with `error`; the next job gets a new worker. */
  function lose(gone: Worker, error: unknown): void {
    if (worker !== gone) return;
    worker = undefined;
    running?.settle({ error });
  }

  function end(error: unknown): void {
    const gone = worker;
    if (!gone) return;
    lose(gone, error);
    void gone.terminate();
  }

  return {
    get isBusy() {
      return running !== undefined;
    },
    get hasWorker() {
      return worker !== undefined;
    },

    run(job, signal) {
      if (running) throw new Error('this seat is taken');
      clearTimeout(idleTimer);
      worker ??= start();
      const hand = worker;
      return new Promise((resolve, reject) => {
        const timers = [setTimeout(() => end(tookTooLong()), options.jobMs)];
        const cancel = () => {
          hand.postMessage({ kind: 'cancel' } satisfies ToWorker);
          timers.push(setTimeout(() => end(signal.reason), options.cancelMs));
        };
        running = {
          signal,
          settle(outcome) {
            running = undefined;
            for (const timer of timers) clearTimeout(timer);
            signal.removeEventListener('abort', cancel);
            idleTimer = setTimeout(() => end(undefined), options.idleMs);
            idleTimer.unref();
            if ('output' in outcome) resolve(outcome.output);
            else reject(outcome.error);
          },
        };
        hand.postMessage(
          { kind: 'run', job } satisfies ToWorker,
          Object.values(job.images).map(({ buffer }) => buffer),
        );
        if (signal.aborted) cancel();
        else signal.addEventListener('abort', cancel, { once: true });
      });
    },

    async close() {
      clearTimeout(idleTimer);
      const gone = worker;
      worker = undefined;
      running?.settle({ error: refuse('too busy', 'The engine is being stopped.') });
      clearTimeout(idleTimer);
      await gone?.terminate();
    },
  };
}

function read(message: FromWorker, signal: AbortSignal, log: (line: string) => void) {
  switch (message.kind) {
    case 'done':
      return { output: message.output };
    case 'refused':
      return { error: new Refusal(message.code, message.message) };
    case 'failed':
      log(`an operation failed: ${message.trace}`);
      return { error: refuse('worker crashed', 'The image could not be processed.') };
    case 'cancelled':
      return { error: signal.reason };
    default:
      return message satisfies never;
  }
}

const crashed = () => refuse('worker crashed', 'The image processing crashed on this image.');
const outOfMemory = () => refuse('out of memory', 'There was not enough memory for this image. Try a smaller one.');
const tookTooLong = () => refuse('took too long', 'The image took too long and was given up.');
