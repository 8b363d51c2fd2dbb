import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, onTestFinished, test } from 'vitest';
import { dataTypes, readOnnx, writeOnnx } from '../../../scripts/setup/onnx.ts';
import { type ModnetRanges, modnetTensors, quantiseModnet } from '../../../scripts/setup/quantise-modnet.ts';
import { smallModnet } from '../../helpers/engine/small-modnet.ts';
import { smallNetwork } from '../../helpers/engine/small-network.ts';

const published = smallModnet();
const side = 64;

/** All outputs of a network for color waves. */
async function run(bytes: Uint8Array): Promise<Record<string, Tensor>> {
  const session = await InferenceSession.create(bytes);
  onTestFinished(() => session.release());
  const data = Float32Array.from({ length: 3 * side * side }, (_, i) => Math.sin(i / 7) * Math.cos(i / 900));
  return session.run({ input: new Tensor('float32', data, [1, 3, side, side]) });
}

async function rangesOf(bytes: Uint8Array): Promise<ModnetRanges> {
  const model = readOnnx(bytes);
  const { tensors, channels } = modnetTensors(model);
  model.graph.output = [...tensors, ...channels].map((name) => ({ name, type: { tensorType: { elemType: 1 } } }));
  const seen = await run(writeOnnx(model));
  const range = (values: Float32Array) => [Math.min(...values), Math.max(...values)] as const;
  const all = (name: string) => seen[name]!.data as Float32Array;
  const each = (name: string) => all(name).length / seen[name]!.dims[1]!;
  return {
    tensors: Object.fromEntries(tensors.map((name) => [name, range(all(name))])),
    channels: Object.fromEntries(
      channels.map((name) => {
        const parts = Array.from({ length: seen[name]!.dims[1]! }, (_, i) => i * each(name));
        return [name, parts.map((start) => range(all(name).subarray(start, start + each(name))))];
      }),
    ),
  };
}

test('lists the tensors that need ranges', () => {
  expect(modnetTensors(readOnnx(published))).toEqual({
    tensors: ['stem', 'first', 'features', 'detail'],
    channels: ['first seen', 'features seen', 'detail seen'],
  });
});

test('the matte is almost unchanged, inside and at its border', async () => {
  const bytes = quantiseModnet(published, await rangesOf(published));
  const [before, after] = [(await run(published)).output!, (await run(bytes)).output!];
  expect(after.dims).toEqual([1, 1, side, side]);
  const apart = (before.data as Float32Array).map((alpha, i) => Math.abs(alpha - Number(after.data[i])));
  const isInside = (i: number) =>
    Math.min(i % side, Math.floor(i / side)) > 1 && Math.max(i % side, i / side) < side - 2;
  expect(Math.max(...apart.filter((_, i) => isInside(i)))).toBeLessThan(0.06);
  expect(apart.reduce((sum, value) => sum + value, 0) / apart.length).toBeLessThan(0.015);
  // Excludes a constant matte.
  expect(Math.max(...(before.data as Float32Array)) - Math.min(...(before.data as Float32Array))).toBeGreaterThan(0.3);
});

test('the decoder’s weights become bytes, those before it stay', async () => {
  const { graph } = readOnnx(quantiseModnet(published, await rangesOf(published)));
  const floats = graph.initializer.filter(({ dataType, dims }) => dataType === dataTypes.float && dims.length === 4);
  expect(floats.map(({ name }) => name)).toEqual(['stem weights']);
});

test('reports a missing range and another network', () => {
  const none = { tensors: {}, channels: {} };
  expect(() => quantiseModnet(published, none)).toThrow('no range for first');
  const other = smallNetwork({ input: { side: 32, mean: [0, 0, 0], deviation: [1, 1, 1] }, output: 'scores' });
  expect(() => quantiseModnet(other, none)).toThrow('not MODNet');
});
