/** ONNX models, run in this thread or in the inference thread. */
import type { MessagePort } from 'node:worker_threads';
import { createInferenceClient, type Inference } from './inference-port.ts';
import type { OnnxModel, PixelModel } from './onnx-sessions.ts';
import * as sessions from './onnx-sessions.ts';

/** Planes of values: [1, channels, height, width]. */
export type Volume = { data: Float32Array; width: number; height: number };

let inference: Inference = sessions;

/** Makes another thread run the models. Returns a function that connects to it. */
export function setRemoteInference(): (port: MessagePort) => void {
  const client = createInferenceClient();
  inference = client;
  return client.connect;
}

/** Returns the first output, one plane. @throws Error if the file of the model is missing or damaged */
export async function runOnnx(model: OnnxModel, { data, width, height }: Volume): Promise<Volume> {
  const channels = data.length / (width * height);
  const [output] = await inference.infer(model, { data, dims: [1, channels, height, width] }, 1);
  const [, , rows, columns] = output!.dims as [number, number, number, number];
  return { data: output!.data, width: columns, height: rows };
}

/**
 * Returns all outputs, which differ in length.
 * @param pixels interleaved RGB or gray, `size` × `size`
 * @throws Error if the file of the model is missing or damaged
 */
export async function runOnPixels(model: PixelModel, pixels: Float32Array, size: number): Promise<Float32Array[]> {
  const dims = [1, size, size, pixels.length / (size * size)];
  const outputs = await inference.infer(model, { data: pixels, dims });
  return outputs.map(({ data }) => data);
}

export function isLoaded(model: OnnxModel): boolean {
  return inference.isLoaded(model);
}
