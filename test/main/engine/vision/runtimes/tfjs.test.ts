import { expect, test } from 'vitest';
import { execute, graphModel } from '../../../../../main/engine/vision/runtimes/tfjs.ts';

test('a model is loaded once, answers, and leaves the process as it was', async () => {
  const handlers = () => [process.listenerCount('uncaughtException'), process.listenerCount('unhandledRejection')];
  const before = handlers();
  const model = await graphModel('facemesh');
  expect(await graphModel('facemesh')).toBe(model);
  const outputs = execute(model, new Float32Array(192 * 192 * 3), 192);
  expect(outputs.map((output) => output.length).sort((a, b) => a - b)).toEqual([1, 266, 1404]);
  expect(handlers()).toEqual(before);
});
