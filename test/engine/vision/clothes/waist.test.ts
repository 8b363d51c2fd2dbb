import { expect, test } from 'vitest';
import { findWaist } from '../../../../engine/vision/clothes/waist.ts';
import { blue, figure, sceneOf, skirt, top, trousers, white } from '../../../helpers/face/scene.ts';

test('the waist is the border between two colors, here at the hips', () => {
  const waist = findWaist(sceneOf([top(white), ...trousers(blue)]), 0, figure);
  expect(waist!.along).toBeCloseTo(1, 1);
  expect(waist!.above[0]).toBeGreaterThan(waist!.below[0]);
});

test('the waist is lower with a longer shirt', () => {
  const waist = findWaist(sceneOf([...trousers(blue), { ...top(white), bottom: 160 }]), 0, figure);
  expect(waist!.along).toBeCloseTo(1.25, 1);
});

test('a dress of one color has no waist', () => {
  expect(findWaist(sceneOf([top(white), ...skirt(white)]), 0, figure)).toBeNull();
});

test('stripes have no waist', () => {
  const stripes = Array.from({ length: 14 }, (_, i) => ({
    ...top(i % 2 === 0 ? white : blue),
    top: 55 + i * 10,
    bottom: 65 + i * 10,
  }));
  expect(findWaist(sceneOf(stripes), 0, figure)).toBeNull();
});
