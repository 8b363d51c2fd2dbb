import { expect, test } from 'vitest';
import { runLiteRt } from '../../../../../main/engine/vision/runtimes/litert.ts';

const model = 'selfie_multiclass_256x256.tflite';

test('runs a model, says nothing, and leaves no browser behind', async () => {
  const names = () => Object.getOwnPropertyNames(globalThis).sort();
  const before = names();
  const { warn } = console;
  const output = await runLiteRt(model, new Float32Array(256 * 256 * 3), 256);
  expect(output).toHaveLength(256 * 256 * 6);
  expect(names()).toEqual(before);
  expect(console.warn).toBe(warn);
});

test('an output is not overwritten by the next run', async () => {
  const dark = await runLiteRt(model, new Float32Array(256 * 256 * 3).fill(-1), 256);
  const copy = dark.slice();
  const light = await runLiteRt(model, new Float32Array(256 * 256 * 3).fill(1), 256);
  expect(dark).toEqual(copy);
  expect(light).not.toEqual(dark);
});

test('a missing model is an error each time, not a hang', async () => {
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(runLiteRt('no-such-model.tflite', new Float32Array(3), 1)).rejects.toThrow('no-such-model');
  }
});
