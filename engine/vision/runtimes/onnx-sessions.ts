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
import type { GraphicsProvider } from '../../../contract/services/graphics.ts';
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

/** Outputs of a model, and the time of its run alone, in ms. */
export interface TimedRun {
  readonly outputs: Values[];
  readonly ms: number;
}

/** Execution provider of ONNX Runtime. */
type Provider = 'cpu' | GraphicsProvider;

type Loaded = {
  readonly model: OnnxModel;
  readonly provider: Provider;
  readonly session: Promise<InferenceSession>;
  busy: number;
  idle: NodeJS.Timeout | undefined;
};

const fitted: ReadonlySet<OnnxModel> = new Set<FittedModel>(['fusion']);
const idleMs = 60_000;
/** How often a model in use is looked at by whoever waits to free it. */
const busyMs = 50;
/** By model and provider. */
const loaded = new Map<string, Loaded>();
const listeners = new Set<() => void>();

/**
 * Runs a model; the thread does nothing else meanwhile.
 * @param input cut to whole numbers where the model wants these
 * @param count of outputs that are wanted, from the first; all where it is left out
 * @throws Error when the model's file is missing or damaged.
 */
export async function infer(model: OnnxModel, input: Values, count?: number): Promise<Values[]> {
  return (await timedInfer(model, input, count)).outputs;
}

/** `infer` with any execution provider, and the time that it took. @throws Error also when the provider cannot load the model */
export async function timedInfer(
  model: OnnxModel,
  { data, dims }: Values,
  count?: number,
  provider: Provider = 'cpu',
): Promise<TimedRun> {
  const entry = acquire(model, provider);
  try {
    const session = await entry.session;
    const { Tensor } = await import('onnxruntime-node');
    const [input] = session.inputMetadata;
    const isInteger = input?.isTensor === true && input.type === 'int32';
    const tensor = isInteger ? new Tensor('int32', Int32Array.from(data), dims) : new Tensor('float32', data, dims);
    const wanted = session.outputNames.slice(0, count);
    const startedAt = performance.now();
    const outputs = await session.run({ [session.inputNames[0]!]: tensor }, wanted);
    const ms = performance.now() - startedAt;
    return {
      outputs: wanted.map((name) => ({ data: outputs[name]!.data as Float32Array, dims: outputs[name]!.dims })),
      ms,
    };
  } finally {
    release(entry);
  }
}

/** Frees every session that nobody is using now. */
export async function freeModels(): Promise<void> {
  await Promise.all([...loaded.values()].filter(({ busy }) => busy === 0).map(free));
}

/** Frees a model as soon as nobody uses it: from then on its file is not open. */
export async function freeModel(model: OnnxModel): Promise<void> {
  for (let entry = find(model); entry; entry = find(model)) {
    if (entry.busy === 0) await free(entry);
    else await pause(busyMs);
  }
}

const find = (model: OnnxModel) => [...loaded.values()].find((entry) => entry.model === model);

/** True while a model is in this thread's memory, or on its way there. */
export function isLoaded(model: OnnxModel): boolean {
  return find(model) !== undefined;
}

/** The models in this thread's memory, or on their way there. */
export function loadedModels(): OnnxModel[] {
  return [...new Set([...loaded.values()].map(({ model }) => model))];
}

/** Calls `listener` after every change of the models in memory. */
export function onModelsChange(listener: () => void): void {
  listeners.add(listener);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

const keyOf = (model: OnnxModel, provider: Provider) => `${provider} ${model}`;

function acquire(model: OnnxModel, provider: Provider): Loaded {
  const key = keyOf(model, provider);
  let entry = loaded.get(key);
  if (!entry) {
    entry = { model, provider, session: load(model, provider), busy: 0, idle: undefined };
    loaded.set(key, entry);
    // A failed load must not be remembered: the file may be there at the next call.
    entry.session.catch(() => {
      loaded.delete(key);
      notifyListeners();
    });
    notifyListeners();
  }
  entry.busy++;
  clearTimeout(entry.idle);
  return entry;
}

async function load(model: OnnxModel, provider: Provider): Promise<InferenceSession> {
  const path = pathOfModel(model);
  const options: InferenceSession.SessionOptions = {
    // ONNX Runtime 1.30 computes MODNet wrongly with WebGPU in the default layout.
    executionProviders: [provider === 'webgpu' ? { name: provider, preferredLayout: 'NCHW' } : provider],
    // No warnings about nodes that a provider leaves to the processor.
    ...(provider === 'cpu' ? {} : { logSeverityLevel: 3 }),
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

function release(entry: Loaded): void {
  entry.busy--;
  if (entry.busy > 0 || loaded.get(keyOf(entry.model, entry.provider)) !== entry) return;
  entry.idle = setTimeout(() => void free(entry), idleMs);
  entry.idle.unref();
}

/** Absolute path of a model's file, which may be missing. */
export function pathOfModel(model: OnnxModel): string {
  if (fitted.has(model)) return fileURLToPath(new URL(`./fitted/${model}.onnx`, import.meta.url));
  return pathOfNetwork(model) ?? join(modelsFolder(), `${model}.onnx`);
}

async function free(entry: Loaded): Promise<void> {
  clearTimeout(entry.idle);
  loaded.delete(keyOf(entry.model, entry.provider));
  await (await entry.session).release();
  notifyListeners();
}
