import { expect, test } from 'vitest';
import { learnColors, likelihoodOf } from '../../../engine/pixels/color-classes.ts';
import { createPlane } from '../../../engine/pixels/plane.ts';

/** Left half pink, right half beige, with a little unevenness. */
function twoColors() {
  const lab = { L: createPlane(40, 10), a: createPlane(40, 10), b: createPlane(40, 10) };
  for (let i = 0; i < 400; i++) {
    const isLeft = i % 40 < 20;
    const uneven = (i * 7) % 5;
    lab.L.data[i] = (isLeft ? 50 : 70) + uneven;
    lab.a.data[i] = (isLeft ? 30 : 10) - uneven / 2;
    lab.b.data[i] = 15 + uneven / 3;
  }
  return lab;
}
const isLeft = (at: number) => at % 40 < 20;

test('a color is most likely in its own class', () => {
  const lab = twoColors();
  const pink = learnColors(lab, isLeft, 2)!;
  const beige = learnColors(lab, (at) => !isLeft(at), 2)!;
  expect(likelihoodOf(pink, 52, 29, 16)).toBeGreaterThan(likelihoodOf(beige, 52, 29, 16) + 3);
  expect(likelihoodOf(beige, 71, 10, 15)).toBeGreaterThan(likelihoodOf(pink, 71, 10, 15) + 3);
});

test('two classes in one sample become two Gaussians', () => {
  const lightness = learnColors(twoColors(), () => true, 2)!.map(({ mean }) => Math.round(mean[0]));
  expect(lightness.toSorted()).toEqual([52, 72]);
});

test('a few pixels are not enough for a model', () => {
  expect(learnColors(twoColors(), (at) => at < 5, 2)).toBeNull();
});
