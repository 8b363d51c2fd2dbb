/** The inference thread, which runs the networks for all workers. */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { GraphicsStatus } from '../../../contract/services/graphics.ts';
import type { NetworkId } from '../../../contract/services/networks.ts';
import type { FromInferenceThread, ToInferenceThread } from '../../vision/runtimes/inference.worker.ts';
import { type LaunchGraphics, relayGraphics } from './graphics-process.ts';
import { isSettledWithin } from './settle-timeout.ts';

/** The built app has the same folders as the sources. */
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
  /** Networks on the graphics card, or null if it is off. */
  readonly graphics: GraphicsStatus | null;
  /** Returns a port for a worker, and starts the thread if necessary. The port closes when the thread ends. */
  connect(): MessagePort;
  /** Closes the file of a network once no job uses it. */
  release(network: NetworkId): Promise<void>;
  /** Ends the thread after its running network. Returns false if that takes longer than `ms`. */
  close(ms: number): Promise<boolean>;
}

export interface InferenceThreadOptions {
  /** Receives one line if the thread crashes, or if the graphics card is no longer used. */
  readonly log: (line: string) => void;
  readonly onEnd?: () => void;
  /** If absent, the processor runs all networks. */
  readonly graphics?: GraphicsOptions | undefined;
}

export function createInferenceThread({ log, onEnd, graphics }: InferenceThreadOptions): InferenceThread {
  let thread: Worker | undefined;
  let models: readonly string[] = [];
  let status: GraphicsStatus = { verdicts: [], stopped: null };
  /** Networks by the callbacks of their pending releases. */
  const pendingReleases = new Map<() => void, NetworkId>();

  function start(): Worker {
    const started = new Worker(entry);
    started.on('message', (message: FromInferenceThread) => {
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
    started.on('error', (error) => log(`the inference thread crashed: ${error.message}`));
    started.on('exit', () => {
      thread = undefined;
      models = [];
      resolveReleases(() => true);
      onEnd?.();
    });
    // The workers keep the process alive while they have jobs.
    started.unref();
    if (graphics) {
      const { port1, port2 } = new MessageChannel();
      relayGraphics(port1, graphics.launch);
      post(started, { kind: 'use-graphics', port: port2, verdictFile: graphics.verdictFile }, [port2]);
    }
    return started;
  }

  function setStatus(next: GraphicsStatus): void {
    const { stopped } = next;
    if (stopped && !status.stopped) {
      log(`the graphics card is no longer used: ${stopped.network} ${stopped.reason}; the processor takes over`);
    }
    status = next;
  }

  function resolveReleases(matches: (network: NetworkId) => boolean): void {
    for (const [onReleased, network] of [...pendingReleases]) {
      if (!matches(network)) continue;
      pendingReleases.delete(onReleased);
      onReleased();
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
        pendingReleases.set(resolve, network);
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
