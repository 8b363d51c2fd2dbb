/** Entry of the thread that runs the networks for all workers of the engine: each model is in memory once. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import type { GraphicsStatus } from '../../../contract/services/graphics.ts';
import type { NetworkId } from '../../../contract/services/networks.ts';
import type { GraphicsCard } from './graphics/graphics-card.ts';
import { type Inference, serveInference } from './inference-port.ts';
import { freeModel, infer, loadedModels, type OnnxModel, onModelsChange, timedInfer } from './onnx-sessions.ts';

export type ToInferenceThread =
  /**
   * Uses the graphics card from now on. Comes before all other messages.
   * @param port leads to the graphics process
   * @param verdictFile absolute path
   */
  | { readonly kind: 'use-graphics'; readonly port: MessagePort; readonly verdictFile: string }
  /** A worker that asks over `port` from now on. */
  | { readonly kind: 'connect'; readonly port: MessagePort }
  /** Lets go of a network's file, as soon as nothing uses it. */
  | { readonly kind: 'release'; readonly network: NetworkId }
  /** Ends the thread between two networks: stopped inside one, it would take the process with it. */
  | { readonly kind: 'end' };

export type FromInferenceThread =
  | { readonly kind: 'models'; readonly loaded: readonly string[] }
  | { readonly kind: 'graphics'; readonly status: GraphicsStatus }
  /** A network is in memory no more. */
  | { readonly kind: 'released'; readonly network: NetworkId };

const parent = parentPort;
if (!parent) throw new Error('this file runs as a worker thread only');
const postToParent = (message: FromInferenceThread) => parent.postMessage(message);
const workers = new Set<(loaded: readonly OnnxModel[]) => void>();
let loaded: readonly OnnxModel[] = [];
let card: GraphicsCard | undefined;
let run: Inference['infer'] = infer;

function reportModels(): void {
  loaded = [...new Set([...loadedModels(), ...(card?.loaded ?? [])])];
  postToParent({ kind: 'models', loaded });
  for (const notifyWorker of workers) notifyWorker(loaded);
}
onModelsChange(reportModels);

/** Loads what the graphics card needs, which engines without one never do. */
async function openGraphics(port: MessagePort, verdictFile: string): Promise<Inference['infer']> {
  const [{ createGraphicsCard }, { createGraphicsInference, providersFor }, { openVerdictFile }, runtime] =
    await Promise.all([
      import('./graphics/graphics-card.ts'),
      import('./graphics/graphics-inference.ts'),
      import('./graphics/verdict-file.ts'),
      import('onnxruntime-node'),
    ]);
  const backends = runtime.listSupportedBackends().map(({ name }) => name);
  card = createGraphicsCard(port, reportModels);
  return createGraphicsInference({
    card,
    processor: timedInfer,
    verdicts: openVerdictFile(verdictFile, runtime.env.versions.common),
    providers: providersFor(process.platform, backends),
    onStatus: (status) => postToParent({ kind: 'graphics', status }),
  }).infer;
}

parent.on('message', (message: ToInferenceThread) => {
  switch (message.kind) {
    case 'use-graphics': {
      const ready = openGraphics(message.port, message.verdictFile);
      run = async (...question) => (await ready)(...question);
      return;
    }
    case 'connect': {
      const notifyWorker = serveInference(message.port, run);
      workers.add(notifyWorker);
      message.port.on('close', () => workers.delete(notifyWorker));
      notifyWorker(loaded);
      return;
    }
    case 'release':
      // What cannot be freed was not loaded.
      void Promise.all([freeModel(message.network), card?.release(message.network)])
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
