/** Worker thread that builds one network from its published form, and writes it to a file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { readTfjs } from './convert/tfjs.ts';
import { readTflite } from './convert/tflite.ts';
import { toOnnx } from './convert/to-onnx.ts';
import { quantise, type Ranges } from './quantise.ts';
import { type ModnetRanges, quantiseModnet } from './quantise-modnet.ts';

/** Input of the thread: the published file and the path of the result. */
export type BuildRequest = { from: string; to: string } & (
  | { by: 'quantise' | 'modnet' /** Address of the ranges. */; ranges: string }
  | { by: 'tflite' }
  | { by: 'tfjs' /** The file of its weights. */; weights: string }
);

const file = workerData as BuildRequest;
writeFileSync(file.to, made(file));

function made(file: BuildRequest): Uint8Array {
  switch (file.by) {
    case 'quantise':
      return quantise(readFileSync(file.from), readRanges(file.ranges) as Ranges);
    case 'modnet':
      return quantiseModnet(readFileSync(file.from), readRanges(file.ranges) as ModnetRanges);
    case 'tflite':
      return toOnnx(readTflite(readFileSync(file.from)));
    case 'tfjs':
      return toOnnx(readTfjs(readFileSync(file.from, 'utf8'), readFileSync(file.weights)));
    default:
      return file satisfies never;
  }
}

function readRanges(address: string): unknown {
  return JSON.parse(readFileSync(new URL(address), 'utf8'));
}
