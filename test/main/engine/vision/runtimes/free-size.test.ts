import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, onTestFinished, test } from 'vitest';
import { freeSize } from '../../../../../main/engine/vision/runtimes/free-size.ts';
import { modelsFolder } from '../../../../../main/engine/vision/runtimes/models-folder.ts';

type Ask = (side: number) => Promise<{ dims: readonly number[]; data: Float32Array }>;

/** The object network's file, freed or as it is, asked about a slope of greys. */
async function network(freed: boolean): Promise<Ask> {
  const bytes = await readFile(join(modelsFolder(), 'u2net.onnx'));
  if (freed) freeSize(bytes);
  const session = await InferenceSession.create(bytes, { enableCpuMemArena: false });
  onTestFinished(() => session.release());
  const [input, output] = [session.inputNames[0]!, session.outputNames[0]!];
  return async (side) => {
    const data = Float32Array.from({ length: 3 * side * side }, (_, i) => ((i % side) / side) * 2 - 1);
    const { [output]: plane } = await session.run({ [input]: new Tensor('float32', data, [1, 3, side, side]) }, [
      output,
    ]);
    return { dims: plane!.dims, data: plane!.data as Float32Array };
  };
}

test('a freed network answers as before at its own size, and takes another', async () => {
  const [fixed, free] = [await network(false), await network(true)];
  const before = await fixed(320);
  expect((await free(320)).data).toEqual(before.data);
  expect((await free(384)).dims).toEqual([1, 1, 384, 384]);
});

test('says what is no network', () => {
  expect(() => freeSize(new TextEncoder().encode('not a network, but long enough to read'))).toThrow('no ONNX model');
  expect(() => freeSize(new Uint8Array())).toThrow('no graph');
});
