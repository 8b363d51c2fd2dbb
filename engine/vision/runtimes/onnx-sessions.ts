/** Sessions of ONNX Runtime in this thread. */
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

/** Name of a model file. */
export type OnnxModel = 'modnet' | 'u2net' | PixelModel | FittedModel | NetworkId;
/** Models for squares of interleaved pixels. */
export type PixelModel =
  | 'blazeface'
  | 'facemesh'
  | 'iris'
  | 'faceres'
  | 'emotion'
  | 'movenet-lightning'
  | 'selfie-multiclass';
/** Models that this project trained. */
type FittedModel = 'fusion';

/** A tensor. */
export interface Values {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

export interface TimedRun {
  readonly outputs: Values[];
  /** Excludes loading. */
  readonly ms: number;
}

type Provider = 'cpu' | GraphicsProvider;

type LoadedModel = {
  readonly model: OnnxModel;
  readonly provider: Provider;
  readonly session: Promise<InferenceSession>;
  runCount: number;
  idleTimer: NodeJS.Timeout | undefined;
};

const fittedModels: ReadonlySet<OnnxModel> = new Set<FittedModel>(['fusion']);
const idleMs = 60_000;
const idlePollMs = 50;
/** Models by `keyOf`. */
const loaded = new Map<string, LoadedModel>();
const listeners = new Set<() => void>();

/**
 * Runs a model on the processor, which blocks the thread.
 * @param input truncated to integers if necessary
 * @param count of outputs to return; all if absent
 * @throws Error if the file of the model is missing or damaged
 */
export async function infer(model: OnnxModel, input: Values, count?: number): Promise<Values[]> {
  return (await timedInfer(model, input, count)).outputs;
}

/** Like `infer`, with any execution provider. @throws Error also if the provider cannot load the model */
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
    const names = session.outputNames.slice(0, count);
    const startedAt = performance.now();
    const outputs = await session.run({ [session.inputNames[0]!]: tensor }, names);
    const ms = performance.now() - startedAt;
    return {
      outputs: names.map((name) => ({ data: outputs[name]!.data as Float32Array, dims: outputs[name]!.dims })),
      ms,
    };
  } finally {
    release(entry);
  }
}

/** Frees all idle sessions. */
export async function freeModels(): Promise<void> {
  await Promise.all([...loaded.values()].filter(({ runCount }) => runCount === 0).map(free));
}

/** Closes the file of a model once it is idle. */
export async function freeModel(model: OnnxModel): Promise<void> {
  for (let entry = findLoaded(model); entry; entry = findLoaded(model)) {
    if (entry.runCount === 0) await free(entry);
    else await pause(idlePollMs);
  }
}

const findLoaded = (model: OnnxModel) => [...loaded.values()].find((entry) => entry.model === model);

export function isLoaded(model: OnnxModel): boolean {
  return findLoaded(model) !== undefined;
}

/** Includes models that are still loading. */
export function loadedModels(): OnnxModel[] {
  return [...new Set([...loaded.values()].map(({ model }) => model))];
}

export function onModelsChange(listener: () => void): void {
  listeners.add(listener);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

const keyOf = (model: OnnxModel, provider: Provider) => `${provider} ${model}`;

function acquire(model: OnnxModel, provider: Provider): LoadedModel {
  const key = keyOf(model, provider);
  let entry = loaded.get(key);
  if (!entry) {
    entry = { model, provider, session: load(model, provider), runCount: 0, idleTimer: undefined };
    loaded.set(key, entry);
    // The next call tries again.
    entry.session.catch(() => {
      loaded.delete(key);
      notifyListeners();
    });
    notifyListeners();
  }
  entry.runCount++;
  clearTimeout(entry.idleTimer);
  return entry;
}

async function load(model: OnnxModel, provider: Provider): Promise<InferenceSession> {
  const path = pathOfModel(model);
  const options: InferenceSession.SessionOptions = {
    // ONNX Runtime 1.30 computes MODNet wrongly with WebGPU in the default layout.
    executionProviders: [provider === 'webgpu' ? { name: provider, preferredLayout: 'NCHW' } : provider],
    // Hides warnings about nodes that the processor runs.
    ...(provider === 'cpu' ? {} : { logSeverityLevel: 3 }),
    // The arena never releases memory. Without it, MODNet takes 300 MB instead of 440.
    enableCpuMemArena: false,
    enableMemPattern: false,
    intraOpNumThreads: Math.min(2, availableParallelism()),
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    // Idle threads sleep, because spinning ones would slow down other photographs.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  };
  // Loaded late, because most threads never need it.
  const { InferenceSession } = await import('onnxruntime-node');
  // Only Node can read the archive of a packaged app. Other models are too large for a buffer.
  return fittedModels.has(model)
    ? InferenceSession.create(await readFile(path), options)
    : InferenceSession.create(path, options);
}

function release(entry: LoadedModel): void {
  entry.runCount--;
  if (entry.runCount > 0 || loaded.get(keyOf(entry.model, entry.provider)) !== entry) return;
  entry.idleTimer = setTimeout(() => void free(entry), idleMs);
  entry.idleTimer.unref();
}

/** Returns an absolute path, even if the file is missing. */
export function pathOfModel(model: OnnxModel): string {
  if (fittedModels.has(model)) return fileURLToPath(new URL(`./fitted/${model}.onnx`, import.meta.url));
  return pathOfNetwork(model) ?? join(modelsFolder(), `${model}.onnx`);
}

async function free(entry: LoadedModel): Promise<void> {
  clearTimeout(entry.idleTimer);
  loaded.delete(keyOf(entry.model, entry.provider));
  await (await entry.session).release();
  notifyListeners();
}
