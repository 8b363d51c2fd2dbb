import { readFile } from 'node:fs/promises';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { cutsOffSums } from '../../../../../main/engine/vision/runtimes/sums-of-bytes.ts';

test('a processor that is told to be precise cuts nothing off', async () => {
  const file = new URL('../../../../../main/engine/vision/runtimes/fitted/sums-of-bytes.onnx', import.meta.url);
  const session = await InferenceSession.create(await readFile(file), {
    extra: { session: { x64quantprecision: '1' } },
  });
  const bytes = new Tensor('uint8', Uint8Array.of(255, 255, 1, 2), [1, 4]);
  const weights = new Tensor('int8', Int8Array.of(127, 127, -3, 5), [4, 1]);
  const { sum } = await session.run({ bytes, weights });
  expect([...(sum!.data as Int32Array)]).toEqual([2 * 255 * 127 - 3 + 10]);
  await session.release();
});

test('is asked once', () => {
  expect(cutsOffSums()).toBe(cutsOffSums());
});
