import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { freeSize } from '../../../../../main/engine/vision/runtimes/free-size.ts';
import { modelsFolder } from '../../../../../main/engine/vision/runtimes/models-folder.ts';

/** Runs the object network's file, freed or as it is, on a slope of greys. */
async function answer(side: number, freed: boolean): Promise<{ dims: readonly number[]; data: Float32Array }> {
  const bytes = await readFile(join(modelsFolder(), 'u2net.onnx'));
  if (freed) freeSize(bytes);
  const session = await InferenceSession.create(bytes, { enableCpuMemArena: false });
  const data = Float32Array.from({ length: 3 * side * side }, (_, i) => ((i % side) / side) * 2 - 1);
  const [input, output] = [session.inputNames[0]!, session.outputNames[0]!];
  const { [output]: plane } = await session.run({ [input]: new Tensor('float32', data, [1, 3, side, side]) }, [output]);
  await session.release();
  return { dims: plane!.dims, data: plane!.data as Float32Array };
}

test('a freed network answers as before at its own size, and takes another', async () => {
  const [before, after] = [await answer(320, false), await answer(320, true)];
  expect(after.data).toEqual(before.data);
  expect((await answer(384, true)).dims).toEqual([1, 1, 384, 384]);
});

test('says what is no network', () => {
  expect(() => freeSize(new TextEncoder().encode('not a network, but long enough to read'))).toThrow('no ONNX model');
  expect(() => freeSize(new Uint8Array())).toThrow('no graph');
});
