import { afterEach, expect, test, vi } from 'vitest';
import { runOnnx, runOnPixels } from '../../../../engine/vision/runtimes/onnx.ts';
import { freeModels } from '../../../../engine/vision/runtimes/onnx-sessions.ts';
import { scratchFolder } from '../../../helpers/photographs.ts';

const folder = scratchFolder();
const input = () => ({ data: new Float32Array(3 * 64 * 96), width: 96, height: 64 });

afterEach(async () => {
  vi.unstubAllEnvs();
  await freeModels();
});

test('answers one plane of the size it was given', async () => {
  const { data, width, height } = await runOnnx('modnet', input());
  expect([width, height, data.length]).toEqual([96, 64, 96 * 64]);
});

test('serves calls that overlap, and calls after it was freed', async () => {
  const [first, second] = await Promise.all([runOnnx('modnet', input()), runOnnx('modnet', input())]);
  await freeModels();
  const third = await runOnnx('modnet', input());
  expect(second.data).toEqual(first.data);
  expect(third.data).toEqual(first.data);
});

test('a model that was missing is found once it is there', async () => {
  vi.stubEnv('BURNISH_MODELS', folder);
  await expect(runOnnx('modnet', input())).rejects.toThrow();
  vi.unstubAllEnvs();
  expect((await runOnnx('modnet', input())).width).toBe(96);
});

test('models that look at pixels give all their outputs, and take whole numbers where they want them', async () => {
  const points = await runOnPixels('facemesh', new Float32Array(192 * 192 * 3), 192);
  expect(points.map(({ length }) => length).sort((a, b) => a - b)).toEqual([1, 266, 1404]);
  const [joints] = await runOnPixels('movenet-lightning', new Float32Array(192 * 192 * 3).fill(99.5), 192);
  expect(joints).toHaveLength(17 * 3);
});
