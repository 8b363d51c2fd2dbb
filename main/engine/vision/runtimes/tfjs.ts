/** TensorFlow.js on its WebAssembly backend, without network: graph models straight from the files of @vladmandic/human. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import { noteLoaded } from './loaded-models.ts';

export type GraphModelName = 'blazeface' | 'facemesh' | 'iris' | 'faceres' | 'emotion' | 'movenet-lightning';

const require = createRequire(import.meta.url);
const models = new Map<GraphModelName, Promise<GraphModel>>();
let backend: Promise<void> | undefined;

/** The folder of the models inside @vladmandic/human (its exports map hides them, so it is found from the entry file). */
function modelFolder(): string {
  return path.join(path.dirname(require.resolve('@vladmandic/human')), '..', 'models');
}

async function startBackend(): Promise<void> {
  // Given a folder, the backend reads its .wasm file with node:fs; without one it would look beside the script.
  setWasmPaths(`${path.dirname(require.resolve('@tensorflow/tfjs-backend-wasm'))}${path.sep}`);
  const unwanted = watchListeners('uncaughtException', 'unhandledRejection');
  try {
    await tf.setBackend('wasm');
    await tf.ready();
  } finally {
    unwanted.remove();
  }
}

/** The WebAssembly glue turns every uncaught error of the process into its own abort; what it hooked up is taken off. */
function watchListeners(...events: string[]) {
  const emitter: NodeJS.EventEmitter = process;
  const before = events.map((event) => new Set(emitter.listeners(event)));
  return {
    remove: () =>
      events.forEach((event, i) => {
        for (const listener of emitter.listeners(event)) {
          if (!before[i]!.has(listener)) emitter.off(event, listener as (...args: unknown[]) => void);
        }
      }),
  };
}

async function readModel(name: GraphModelName): Promise<GraphModel> {
  backend ??= startBackend();
  await backend;
  const folder = modelFolder();
  const [topology, weights] = await Promise.all([
    readFile(path.join(folder, `${name}.json`), 'utf8').then((text) => JSON.parse(text)),
    readFile(path.join(folder, `${name}.bin`)),
  ]);
  return loadGraphModel({
    load: async () => ({
      modelTopology: topology.modelTopology,
      weightSpecs: topology.weightsManifest[0].weights,
      weightData: new Uint8Array(weights).buffer,
      format: topology.format,
      signature: topology.signature,
    }),
  });
}

/** A model of @vladmandic/human, loaded once per thread and on demand. */
export function graphModel(name: GraphModelName): Promise<GraphModel> {
  const loaded = models.get(name) ?? readModel(name);
  if (!models.has(name))
    loaded.then(
      () => noteLoaded(name),
      () => models.delete(name),
    );
  models.set(name, loaded);
  return loaded;
}

/**
 * Runs a model on one image.
 * @param pixels RGB interleaved (or grey, where the model wants that), `size` x `size`, in the range the model expects; cut to
 *   whole numbers where it wants these
 * @returns each output as a flat array; told apart by `size` of the last axis or by length at the caller
 */
export function execute(model: GraphModel, pixels: Float32Array, size: number, batch = 1): Float32Array[] {
  return tf.tidy(() => {
    const channels = pixels.length / (batch * size * size);
    const output = model.execute(tf.tensor4d(pixels, [batch, size, size, channels], model.inputs[0]!.dtype));
    return (Array.isArray(output) ? output : [output]).map((tensor) => tensor.dataSync() as Float32Array);
  });
}
