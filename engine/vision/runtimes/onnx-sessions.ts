/**
 * The sessions of ONNX Runtime in this thread: one is loaded when first needed, shared by all callers, and freed when nobody used
 * it for a while.
 */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { InferenceSession } from 'onnxruntime-node';
import type { NetworkId } from '../../../contract/services/networks.ts';
import { pathOfNetwork } from './available-networks.ts';
import { modelsFolder } from './models-folder.ts';

/** Models this module runs, by the name of their file in the models folder; our own beside this one; networks of the catalogue in theirs. */
export type OnnxModel = 'modnet' | 'u2net' | PixelModel | FittedModel | NetworkId;
/** Models that look at a square of interleaved pixels, as TensorFlow's do. */
export type PixelModel =
  | 'blazeface'
  | 'facemesh'
  | 'iris'
  | 'faceres'
  | 'emotion'
  | 'movenet-lightning'
  | 'selfie-multiclass';
/** Models that this project fitted itself. */
type FittedModel = 'fusion';

/** Values of a tensor in rows, the last dimension innermost. */
export interface Values {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

type Loaded = { session: Promise<InferenceSession>; busy: number; idle: NodeJS.Timeout | undefined };

const fitted: ReadonlySet<OnnxModel> = new Set<FittedModel>(['fusion']);
const idleMs = 60_000;
/** How often a model in use is looked at by whoever waits to free it. */
const busyMs = 50;
const loaded = new Map<OnnxModel, Loaded>();
const listeners = new Set<(models: readonly OnnxModel[]) => void>();

/**
 * Runs a model; the thread does nothing else meanwhile.
 * @param input cut to whole numbers where the model wants these
 * @param count of outputs that are wanted, from the first; all where it is left out
 * @throws Error when the model's file is missing or damaged.
 */
export async function infer(model: OnnxModel, { data, dims }: Values, count?: number): Promise<Values[]> {
  const entry = acquire(model);
  try {
    const session = await entry.session;
    const { Tensor } = await import('onnxruntime-node');
    const [input] = session.inputMetadata;
    const isInteger = input?.isTensor === true && input.type === 'int32';
    const tensor = isInteger ? new Tensor('int32', Int32Array.from(data), dims) : new Tensor('float32', data, dims);
    const wanted = session.outputNames.slice(0, count);
    const outputs = await session.run({ [session.inputNames[0]!]: tensor }, wanted);
    return wanted.map((name) => ({ data: outputs[name]!.data as Float32Array, dims: outputs[name]!.dims }));
  } finally {
    release(model, entry);
  }
}

/** Frees every session that nobody is using now. */
export async function freeModels(): Promise<void> {
  await Promise.all([...loaded].filter(([, entry]) => entry.busy === 0).map(([model, entry]) => free(model, entry)));
}

/** Frees a model as soon as nobody uses it: from then on its file is not open. */
export async function freeModel(model: OnnxModel): Promise<void> {
  for (let entry = loaded.get(model); entry; entry = loaded.get(model)) {
    if (entry.busy === 0) return free(model, entry);
    await pause(busyMs);
  }
}

/** True while a model is in this thread's memory, or on its way there. */
export function isLoaded(model: OnnxModel): boolean {
  return loaded.has(model);
}

/** Calls `listener` with the models in memory after every change. */
export function onModelsChange(listener: (models: readonly OnnxModel[]) => void): void {
  listeners.add(listener);
}

function notifyListeners(): void {
  for (const listener of listeners) listener([...loaded.keys()]);
}

function acquire(model: OnnxModel): Loaded {
  let entry = loaded.get(model);
  if (!entry) {
    entry = { session: load(model), busy: 0, idle: undefined };
    loaded.set(model, entry);
    // A failed load must not be remembered: the file may be there at the next call.
    entry.session.catch(() => {
      loaded.delete(model);
      notifyListeners();
    });
    notifyListeners();
  }
  entry.busy++;
  clearTimeout(entry.idle);
  return entry;
}

async function load(model: OnnxModel): Promise<InferenceSession> {
  const path = pathOf(model);
  const options: InferenceSession.SessionOptions = {
    // The arena never gives memory back; without it MODNet holds 300 MB instead of 440.
    enableCpuMemArena: false,
    enableMemPattern: false,
    intraOpNumThreads: Math.min(2, availableParallelism()),
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    // Threads without work sleep: spinning, they would take the processor from other photographs, and from this one's pixels.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  };
  // Only now: threads that have another one run their networks never need it.
  const { InferenceSession } = await import('onnxruntime-node');
  // What comes with our code may lie in an archive, which only Node can read; the others are large, and no buffer is held for them.
  return fitted.has(model)
    ? InferenceSession.create(await readFile(path), options)
    : InferenceSession.create(path, options);
}

function release(model: OnnxModel, entry: Loaded): void {
  entry.busy--;
  if (entry.busy > 0 || loaded.get(model) !== entry) return;
  entry.idle = setTimeout(() => void free(model, entry), idleMs);
  entry.idle.unref();
}

function pathOf(model: OnnxModel): string {
  if (fitted.has(model)) return fileURLToPath(new URL(`./fitted/${model}.onnx`, import.meta.url));
  return pathOfNetwork(model) ?? join(modelsFolder(), `${model}.onnx`);
}

async function free(model: OnnxModel, entry: Loaded): Promise<void> {
  clearTimeout(entry.idle);
  loaded.delete(model);
  await (await entry.session).release();
  notifyListeners();
}
