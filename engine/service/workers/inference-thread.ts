/** The thread that runs the networks for all workers: started when the first of them needs it, replaced when it has ended. */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { GraphicsStatus } from '../../../contract/services/graphics.ts';
import type { NetworkId } from '../../../contract/services/networks.ts';
import type { FromInferenceThread, ToInferenceThread } from '../../vision/runtimes/inference.worker.ts';
import { type LaunchGraphics, relayGraphics } from './graphics-process.ts';
import { isSettledWithin } from './settle-timeout.ts';

/** Thread entry beside the sources as well as in the built app. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const entry = new URL(`../../vision/runtimes/inference.worker.${extension}`, import.meta.url);

export interface GraphicsOptions {
  readonly launch: LaunchGraphics;
  /** Absolute path of the file with the verdicts of self-tests. */
  readonly verdictFile: string;
}

export interface InferenceThread {
  /** Names of the models in memory. */
  readonly models: readonly string[];
  /** Null if the graphics card is off. */
  readonly graphics: GraphicsStatus | null;
  /** A worker's way to the thread; it closes when the thread ends. */
  connect(): MessagePort;
  /** Lets go of a network's file; resolves when that has happened, which waits for a photograph that needs it. */
  release(network: NetworkId): Promise<void>;
  /** Ends the thread after the network it runs. False when that takes longer than `ms`, and it had to be left behind. */
  close(ms: number): Promise<boolean>;
}

export interface InferenceThreadOptions {
  /** Receives one line when the thread broke or the graphics card is used no more. */
  readonly log: (line: string) => void;
  /** The thread is gone; the next `connect` starts another one. */
  readonly onEnd?: () => void;
  /** Absent: the processor runs all networks. */
  readonly graphics?: GraphicsOptions | undefined;
}

export function createInferenceThread({ log, onEnd, graphics }: InferenceThreadOptions): InferenceThread {
  let thread: Worker | undefined;
  let models: readonly string[] = [];
  let status: GraphicsStatus = { verdicts: [], stopped: null };
  /** Who waits for a network to be let go of. */
  const waiting = new Map<() => void, NetworkId>();

  function start(): Worker {
    const made = new Worker(entry);
    made.on('message', (message: FromInferenceThread) => {
      switch (message.kind) {
        case 'models':
          models = message.loaded;
          return;
        case 'graphics':
          setStatus(message.status);
          return;
        case 'released':
          resolveReleases((network) => network === message.network);
          return;
        default:
          message satisfies never;
      }
    });
    made.on('error', (error) => log(`the thread of the networks crashed: ${error.message}`));
    made.on('exit', () => {
      thread = undefined;
      models = [];
      resolveReleases(() => true);
      onEnd?.();
    });
    // The workers keep the process alive while there is something to do.
    made.unref();
    if (graphics) {
      const { port1, port2 } = new MessageChannel();
      relayGraphics(port1, graphics.launch);
      post(made, { kind: 'use-graphics', port: port2, verdictFile: graphics.verdictFile }, [port2]);
    }
    return made;
  }

  function setStatus(next: GraphicsStatus): void {
    const { stopped } = next;
    if (stopped && !status.stopped) {
      log(`the graphics card is not used any more: ${stopped.network} ${stopped.reason}; the processor takes over`);
    }
    status = next;
  }

  function resolveReleases(matches: (network: NetworkId) => boolean): void {
    for (const [notify, network] of [...waiting]) {
      if (!matches(network)) continue;
      waiting.delete(notify);
      notify();
    }
  }

  const post = (to: Worker, message: ToInferenceThread, transfer: MessagePort[] = []) =>
    to.postMessage(message, transfer);

  return {
    get models() {
      return models;
    },
    get graphics() {
      return graphics ? status : null;
    },

    connect() {
      thread ??= start();
      const { port1, port2 } = new MessageChannel();
      post(thread, { kind: 'connect', port: port1 }, [port1]);
      return port2;
    },

    release(network) {
      const currentThread = thread;
      if (currentThread === undefined) return Promise.resolve();
      return new Promise((resolve) => {
        waiting.set(resolve, network);
        post(currentThread, { kind: 'release', network });
      });
    },

    async close(ms) {
      if (thread === undefined) return true;
      const ended = new Promise((resolve) => thread?.once('exit', resolve));
      post(thread, { kind: 'end' });
      return isSettledWithin(ended, ms);
    },
  };
}
