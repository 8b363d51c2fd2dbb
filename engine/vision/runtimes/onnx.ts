/** Runs the ONNX models: in this thread, or in the one that runs them for several (inference.worker.ts). */
import type { MessagePort } from 'node:worker_threads';
import { createInferenceClient, type Inference } from './inference-port.ts';
import type { OnnxModel, PixelModel } from './onnx-sessions.ts';
import * as sessions from './onnx-sessions.ts';

/** Values in rows, channels first: [1, channels, height, width]. */
export type Volume = { data: Float32Array; width: number; height: number };

let inference: Inference = sessions;

/** From now on another thread runs the models. @returns what takes a way to it, at first and after that thread has ended */
export function setRemoteInference(): (port: MessagePort) => void {
  const client = createInferenceClient();
  inference = client;
  return client.connect;
}

/**
 * Runs a model on one image.
 * @param input planes, [1, channels, height, width], mostly RGB, prepared as the model wants them.
 * @returns the model's first output, one plane.
 * @throws Error when the model's file is missing or damaged.
 */
export async function runOnnx(model: OnnxModel, { data, width, height }: Volume): Promise<Volume> {
  const channels = data.length / (width * height);
  const [output] = await inference.infer(model, { data, dims: [1, channels, height, width] }, 1);
  const [, , rows, columns] = output!.dims as [number, number, number, number];
  return { data: output!.data, width: columns, height: rows };
}

/**
 * Runs a model on one square image.
 * @param pixels interleaved, `size` × `size`, RGB or grey and in the range the model wants; cut to whole numbers where it wants these
 * @returns the model's outputs, flat; told apart by their lengths
 * @throws Error when the model's file is missing or damaged.
 */
export async function runOnPixels(model: PixelModel, pixels: Float32Array, size: number): Promise<Float32Array[]> {
  const dims = [1, size, size, pixels.length / (size * size)];
  const outputs = await inference.infer(model, { data: pixels, dims });
  return outputs.map(({ data }) => data);
}

/** True while a model is in memory. */
export function isLoaded(model: OnnxModel): boolean {
  return inference.isLoaded(model);
}
