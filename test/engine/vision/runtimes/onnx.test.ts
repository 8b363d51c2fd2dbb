import { afterEach, expect, test, vi } from 'vitest';
import { runOnnx, runOnPixels } from '../../../../engine/vision/runtimes/onnx.ts';
import { freeModels } from '../../../../engine/vision/runtimes/onnx-sessions.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();
const input = () => ({ data: new Float32Array(3 * 64 * 96), width: 96, height: 64 });

afterEach(async () => {
  vi.unstubAllEnvs();
  await freeModels();
});

test('returns one plane of the size of the input', async () => {
  const { data, width, height } = await runOnnx('modnet', input());
  expect([width, height, data.length]).toEqual([96, 64, 96 * 64]);
});

test('handles calls that overlap, and calls after the model was freed', async () => {
  const [first, second] = await Promise.all([runOnnx('modnet', input()), runOnnx('modnet', input())]);
  await freeModels();
  const third = await runOnnx('modnet', input());
  expect(second.data).toEqual(first.data);
  expect(third.data).toEqual(first.data);
});

test('a missing model is found once it exists', async () => {
  vi.stubEnv('BURNISH_MODELS', folder);
  await expect(runOnnx('modnet', input())).rejects.toThrow();
  vi.unstubAllEnvs();
  expect((await runOnnx('modnet', input())).width).toBe(96);
});

test('pixel models return all outputs, and get integers if they require them', async () => {
  const points = await runOnPixels('facemesh', new Float32Array(192 * 192 * 3), 192);
  expect(points.map(({ length }) => length).sort((a, b) => a - b)).toEqual([1, 266, 1404]);
  const [joints] = await runOnPixels('movenet-lightning', new Float32Array(192 * 192 * 3).fill(99.5), 192);
  expect(joints).toHaveLength(17 * 3);
});
