import { expect, test } from 'vitest';
import { smoothSkin } from '../../../../engine/effects/skin/smooth.ts';
import type { Plane } from '../../../../engine/pixels/plane.ts';
import { copyOf, type Mark, madeSkin, regionOf, skinSize } from '../../../helpers/face/skin.ts';

const strength = { tone: 0.8, color: 0.8, texture: 0 };
/** Blotches 24 pixels wide. */
const blotches: Mark = (x, y) => {
  const wave = Math.sin((x / 24) * 2 * Math.PI) * Math.sin((y / 24) * 2 * Math.PI);
  return [wave * 8, wave * 2, wave * 2];
};
const row = (plane: Plane) => [...plane.data.subarray(100 * skinSize + 40, 100 * skinSize + 160)];
/** Sums the differences of pixels `step` apart in a row. Large steps show blotches, small ones grain. */
const variation = (plane: Plane, step: number) =>
  row(plane)
    .slice(step)
    .reduce((sum, value, i) => sum + Math.abs(value - row(plane)[i]!), 0);

test('blotches are removed, in lightness and in color; grain stays', () => {
  const region = regionOf(madeSkin(blotches));
  const now = copyOf(region);
  smoothSkin(region, now, strength);
  expect(variation(now.L, 12)).toBeLessThan(variation(region.lab.L, 12) * 0.8);
  expect(variation(now.a, 12)).toBeLessThan(variation(region.lab.a, 12) * 0.6);
  expect(variation(now.L, 1)).toBeGreaterThan(variation(region.lab.L, 1) * 0.8);
});

test('texture removes the grain too', () => {
  const region = regionOf(madeSkin());
  const now = copyOf(region);
  smoothSkin(region, now, { tone: 0, color: 0, texture: 0.5 });
  expect(variation(now.L, 1)).toBeLessThan(variation(region.lab.L, 1) * 0.75);
});

test('an edge stays an edge', () => {
  const region = regionOf(madeSkin((x) => (x > 100 ? [-80, -70, -60] : undefined)));
  const now = copyOf(region);
  smoothSkin(region, now, strength);
  const step = (plane: Plane) => plane.data[100 * skinSize + 98]! - plane.data[100 * skinSize + 103]!;
  expect(step(now.L)).toBeGreaterThan(step(region.lab.L) * 0.85);
});

test('glints get no steeper', () => {
  const region = regionOf(madeSkin((x) => (x % 12 < 2 ? [90, 90, 90] : undefined)));
  const now = copyOf(region);
  smoothSkin(region, now, { tone: 0.9, pores: 0.5, color: 0, texture: 0 });
  const steepest = (plane: Plane) =>
    Math.max(...row(plane).map((value, i, all) => Math.abs(value - (all[i - 1] ?? value))));
  expect(steepest(now.L)).toBeLessThan(steepest(region.lab.L) * 1.01);
});
