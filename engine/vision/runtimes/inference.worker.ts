/** Entry of the thread that runs the networks for all workers of the engine: each model is in memory once. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import type { NetworkId } from '../../../contract/services/networks.ts';
import { serveInference } from './inference-port.ts';
import { freeModel, type OnnxModel, onModelsChange } from './onnx-sessions.ts';

export type ToInferenceThread =
  /** A worker that asks over `port` from now on. */
  | { readonly kind: 'connect'; readonly port: MessagePort }
  /** Lets go of a network's file, as soon as nothing uses it. */
  | { readonly kind: 'release'; readonly network: NetworkId }
  /** Ends the thread between two networks: stopped inside one, it would take the process with it. */
  | { readonly kind: 'end' };

export type FromInferenceThread =
  | { readonly kind: 'models'; readonly loaded: readonly string[] }
  /** A network is in memory no more. */
  | { readonly kind: 'released'; readonly network: NetworkId };

const parent = parentPort;
if (!parent) throw new Error('this file runs as a worker thread only');
const postToParent = (message: FromInferenceThread) => parent.postMessage(message);
const workers = new Set<(loaded: readonly OnnxModel[]) => void>();
let loaded: readonly OnnxModel[] = [];

onModelsChange((models) => {
  loaded = models;
  postToParent({ kind: 'models', loaded });
  for (const notifyWorker of workers) notifyWorker(loaded);
});

parent.on('message', (message: ToInferenceThread) => {
  switch (message.kind) {
    case 'connect': {
      const notifyWorker = serveInference(message.port);
      workers.add(notifyWorker);
      message.port.on('close', () => workers.delete(notifyWorker));
      notifyWorker(loaded);
      return;
    }
    case 'release':
      // What cannot be freed was not loaded.
      void freeModel(message.network)
        .catch(() => {})
        .then(() => postToParent({ kind: 'released', network: message.network }));
      return;
    case 'end':
      process.exit();
      break;
    default:
      message satisfies never;
  }
});
