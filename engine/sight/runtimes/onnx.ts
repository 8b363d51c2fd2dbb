/**
 * Runs the ONNX models: a session is loaded when first needed, shared by all callers, and freed when nobody used it for
 * a while.
 */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { NetworkId } from '../../../preload/contract/networks.ts';
import { noteLoaded } from './loaded-models.ts';
import { modelsFolder } from './models-folder.ts';
import { pathOfNetwork } from './networks.ts';

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

/** Values in rows, channels first: [1, channels, height, width]. */
export type Volume = { data: Float32Array; width: number; height: number };

type Loaded = {
  session: Promise<InferenceSession>;
  busy: number;
  idle: NodeJS.Timeout | undefined;
  forget?: () => void;
};

const fitted: ReadonlySet<OnnxModel> = new Set<FittedModel>(['fusion']);
const idleMs = 60_000;
/** How often a model in use is looked at by whoever waits to free it. */
const busyMs = 50;
const loaded = new Map<OnnxModel, Loaded>();

/**
 * Runs a model on one image.
 * @param input planes, [1, channels, height, width], mostly RGB, prepared as the model wants them.
 * @returns the model's first output, one plane.
 * @throws Error when the model's file is missing or damaged.
 */
export async function runOnnx(model: OnnxModel, input: Volume): Promise<Volume> {
  const channels = input.data.length / (input.width * input.height);
  const [output] = await run(model, input.data, [1, channels, input.height, input.width], 1);
  const [, , height, width] = output!.dims as [number, number, number, number];
  return { data: output!.data as Float32Array, width, height };
}

/**
 * Runs a model on one square image.
 * @param pixels interleaved, `size` × `size`, RGB or grey and in the range the model wants; cut to whole numbers where it wants these
 * @returns the model's outputs, flat; told apart by their lengths
 * @throws Error when the model's file is missing or damaged.
 */
export async function runOnPixels(model: PixelModel, pixels: Float32Array, size: number): Promise<Float32Array[]> {
  const outputs = await run(model, pixels, [1, size, size, pixels.length / (size * size)]);
  return outputs.map(({ data }) => data as Float32Array);
}

/** @param count of outputs that are wanted, from the first; all where it is left out */
async function run(model: OnnxModel, values: Float32Array, dims: readonly number[], count?: number): Promise<Tensor[]> {
  const entry = acquire(model);
  try {
    const session = await entry.session;
    const [input] = session.inputMetadata;
    const isWhole = input?.isTensor === true && input.type === 'int32';
    const tensor = isWhole ? new Tensor('int32', Int32Array.from(values), dims) : new Tensor('float32', values, dims);
    const wanted = session.outputNames.slice(0, count);
    const outputs = await session.run({ [session.inputNames[0]!]: tensor }, wanted);
    return wanted.map((name) => outputs[name]!);
  } finally {
    release(model, entry);
  }
}

/** Frees every session that nobody is using now. */
export async function freeModels(): Promise<void> {
  await Promise.all([...loaded].filter(([, entry]) => entry.busy === 0).map(([model, entry]) => free(model, entry)));
}

function acquire(model: OnnxModel): Loaded {
  let entry = loaded.get(model);
  if (!entry) {
    const session = load(model);
    const made: Loaded = { session, busy: 0, idle: undefined };
    entry = made;
    loaded.set(model, made);
    // A failed load must not be remembered: the file may be there at the next call.
    session.then(
      () => {
        made.forget = noteLoaded(model);
      },
      () => loaded.delete(model),
    );
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

/** Frees a model as soon as nobody uses it: from then on its file is not open. */
export async function freeModel(model: OnnxModel): Promise<void> {
  for (let entry = loaded.get(model); entry; entry = loaded.get(model)) {
    if (entry.busy === 0) return free(model, entry);
    await pause(busyMs);
  }
}

/** True while a model is in this thread's memory. */
export function isLoaded(model: OnnxModel): boolean {
  return loaded.has(model);
}

function pathOf(model: OnnxModel): string {
  if (fitted.has(model)) return fileURLToPath(new URL(`./fitted/${model}.onnx`, import.meta.url));
  return pathOfNetwork(model) ?? join(modelsFolder(), `${model}.onnx`);
}

async function free(model: OnnxModel, entry: Loaded): Promise<void> {
  clearTimeout(entry.idle);
  loaded.delete(model);
  await (await entry.session).release();
  entry.forget?.();
}
