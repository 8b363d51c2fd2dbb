/** Entry of the inference thread, which runs the networks for all workers. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import type { GraphicsStatus } from '../../../contract/services/graphics.ts';
import type { NetworkId } from '../../../contract/services/networks.ts';
import type { GraphicsCard } from './graphics/graphics-card.ts';
import { type Inference, serveInference } from './inference-port.ts';
import { freeModel, infer, loadedModels, type OnnxModel, onModelsChange, timedInfer } from './onnx-sessions.ts';

export type ToInferenceThread =
  /** First message if the graphics card may be used. `port` leads to its process. */
  | { readonly kind: 'use-graphics'; readonly port: MessagePort; readonly verdictFile: string }
  /** Adds a worker. */
  | { readonly kind: 'connect'; readonly port: MessagePort }
  /** Closes the file of a network once it is idle. */
  | { readonly kind: 'release'; readonly network: NetworkId }
  /** Ends the thread between two networks. Inside one, that would end the process. */
  | { readonly kind: 'end' };

export type FromInferenceThread =
  | { readonly kind: 'models'; readonly loaded: readonly string[] }
  | { readonly kind: 'graphics'; readonly status: GraphicsStatus }
  | { readonly kind: 'released'; readonly network: NetworkId };

const parent = parentPort;
if (!parent) throw new Error('this file is the entry of a worker thread');
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

/** Loads the modules for the graphics card. */
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
      run = async (...request) => (await ready)(...request);
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
      // An error means that the network was not loaded.
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
