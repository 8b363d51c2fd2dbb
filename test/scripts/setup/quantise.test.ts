import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, onTestFinished, test } from 'vitest';
import { readOnnx } from '../../../scripts/setup/onnx.ts';
import { hasOwnRange, quantise } from '../../../scripts/setup/quantise.ts';
import { smallNetwork, smallRanges } from '../../helpers/engine/small-network.ts';

const published = smallNetwork({ input: { side: 320, mean: [0, 0, 0], deviation: [1, 1, 1] }, output: 'scores' });

/** Runs a network on a gray gradient, `side` px square. */
async function answerOf(bytes: Uint8Array, side: number): Promise<Float32Array> {
  const session = await InferenceSession.create(bytes);
  onTestFinished(() => session.release());
  const data = Float32Array.from({ length: 3 * side * side }, (_, i) => ((i % side) / side) * 2 - 1);
  const given = { [session.inputNames[0]!]: new Tensor('float32', data, [1, 3, side, side]) };
  const { [session.outputNames[0]!]: plane } = await session.run(given);
  expect(plane!.dims).toEqual([1, 1, side, side]);
  return plane!.data as Float32Array;
}

test('a quantized network gives almost the same output at its own size, and accepts another', async () => {
  const bytes = quantise(published, smallRanges);
  const [before, after] = [await answerOf(published, 320), await answerOf(bytes, 320)];
  expect(Math.max(...before.map((value, i) => Math.abs(value - after[i]!)))).toBeLessThan(0.02);
  await answerOf(bytes, 384);
  await expect(answerOf(published, 384)).rejects.toThrow('dimension');
});

test('its weights are bytes', () => {
  const { graph } = readOnnx(quantise(published, smallRanges));
  const weights = graph.initializer.find(({ name }) => name === 'weights_bytes')!;
  expect([...weights.rawData]).toEqual([64, 64, 64]);
  expect(graph.initializer.some(({ name }) => name === 'weights')).toBe(false);
});

test('needs ranges of rounded tensors, and names a missing one', () => {
  expect(hasOwnRange(readOnnx(published))).toEqual(['input_image']);
  expect(() => quantise(published, { sum: [-9, 9] })).toThrow('no range for input_image');
});

test('rejects a file that is no network', () => {
  expect(() => quantise(new TextEncoder().encode('not a network, but long enough to read'), {})).toThrow(
    'not an ONNX model',
  );
  expect(() => quantise(new Uint8Array(), {})).toThrow('no graph');
});
