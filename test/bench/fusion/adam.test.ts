import { expect, test } from 'vitest';
import { perceive } from '../../../main/engine/vision/pixels/perceptron.ts';
import { createPlane } from '../../../main/engine/vision/pixels/plane.ts';
import { seeded } from '../../helpers/seeded.ts';
import { fitPerceptron } from './adam.ts';

test('learns what no straight line can tell, and the engine answers the same', () => {
  const random = seeded('adam');
  const count = 2000;
  const features = Float32Array.from({ length: count * 2 }, () => random.next());
  const truth = Float32Array.from({ length: count }, (_, i) =>
    features[2 * i]! > 0.5 !== features[2 * i + 1]! > 0.5 ? 1 : 0,
  );
  const weight = new Float32Array(count).fill(1);
  const errors: number[] = [];
  const plan = { hidden: [12], epochs: 60, rate: 0.02 };
  const fit = fitPerceptron({ features, truth, weight }, plan, random, (_, error) => errors.push(error));
  expect(errors.at(-1)).toBeLessThan(errors[0]! / 4);
  const plane = (...data: number[]) => ({ width: 4, height: 1, data: Float32Array.from(data) });
  const asked = [plane(0.2, 0.8, 0.2, 0.8), plane(0.2, 0.2, 0.8, 0.8)];
  const { data } = perceive(fit, asked, new Uint8Array(4).fill(1), createPlane(4, 1));
  expect([...data].map((value) => Math.round(value))).toEqual([0, 1, 1, 0]);
});
