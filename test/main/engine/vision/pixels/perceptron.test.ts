import { expect, test } from 'vitest';
import { type PerceptronFit, perceive } from '../../../../../main/engine/vision/pixels/perceptron.ts';
import { createPlane } from '../../../../../main/engine/vision/pixels/plane.ts';

/** Exclusive or: 1 where exactly one of two features is above its mean. */
const either: PerceptronFit = {
  mean: [5, 0.5],
  deviation: [5, 0.5],
  layers: [
    { weights: [1, 1, -1, -1], offsets: [-1, -1] },
    { weights: [-20, -20], offsets: [8] },
  ],
};
const plane = (...data: number[]) => ({ width: 4, height: 1, data: Float32Array.from(data) });

test('gives a probability for each pixel that is asked, by hidden layers', () => {
  const features = [plane(0, 10, 0, 10), plane(0, 0, 1, 1)];
  const { data } = perceive(either, features, new Uint8Array([1, 1, 1, 1]), createPlane(4, 1));
  expect([...data].map((value) => Math.round(value))).toEqual([0, 1, 1, 0]);
});

test('leaves what is not asked, and refuses a fit of other features', () => {
  const rest = plane(0.25, 0.25, 0.25, 0.25);
  const { data } = perceive(either, [plane(0, 10, 0, 10), plane(0, 0, 1, 1)], new Uint8Array([0, 1, 0, 0]), rest);
  expect([data[0], Math.round(data[1]!), data[2], data[3]]).toEqual([0.25, 1, 0.25, 0.25]);
  expect(() => perceive(either, [rest], new Uint8Array(4), rest)).toThrow('takes 2 features, not 1');
});
