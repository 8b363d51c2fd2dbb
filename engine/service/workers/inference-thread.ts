/** The thread that runs the networks for all workers: started when the first of them needs it, replaced when it has ended. */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { NetworkId } from '../../../contract/services/networks.ts';
import type { FromInferenceThread, ToInferenceThread } from '../../vision/runtimes/inference.worker.ts';
import { isSettledWithin } from './settle-timeout.ts';

/** Thread entry beside the sources as well as in the built app. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const entry = new URL(`../../vision/runtimes/inference.worker.${extension}`, import.meta.url);

export interface InferenceThread {
  /** Names of the models in memory. */
  readonly models: readonly string[];
  /** A worker's way to the thread; it closes when the thread ends. */
  connect(): MessagePort;
  /** Lets go of a network's file; resolves when that has happened, which waits for a photograph that needs it. */
  release(network: NetworkId): Promise<void>;
  /** Ends the thread after the network it runs. False when that takes longer than `ms`, and it had to be left behind. */
  close(ms: number): Promise<boolean>;
}

/** @param log receives one line when the thread broke */
export function createInferenceThread(log: (line: string) => void): InferenceThread {
  let thread: Worker | undefined;
  let models: readonly string[] = [];
  /** Who waits for a network to be let go of. */
  const waiting = new Map<() => void, NetworkId>();

  function start(): Worker {
    const made = new Worker(entry);
    made.on('message', (message: FromInferenceThread) => {
      if (message.kind === 'models') models = message.loaded;
      else resolveReleases((network) => network === message.network);
    });
    made.on('error', (error) => log(`the thread of the networks crashed: ${error.message}`));
    made.on('exit', () => {
      thread = undefined;
      models = [];
      resolveReleases(() => true);
    });
    // The workers keep the process alive while there is something to do.
    made.unref();
    return made;
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
