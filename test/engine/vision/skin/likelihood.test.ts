import { expect, test } from 'vitest';
import { createPlane } from '../../../../engine/pixels/plane.ts';
import { type Segmentation, type SegmentClass, segmentClasses } from '../../../../engine/vision/segmentation.ts';
import { followColors, likelihoodOf, sample, skinLikelihood } from '../../../../engine/vision/skin/likelihood.ts';

/** A square of a photograph that consists of one class. */
function seen(x: number, y: number, side: number, name: SegmentClass): Segmentation {
  const planes = Object.fromEntries(
    segmentClasses.map((each) => {
      const plane = createPlane(16, 16);
      if (each === name) plane.data.fill(1);
      return [each, plane];
    }),
  ) as Segmentation['planes'];
  return { frame: { x, y, side, angle: 0 }, planes };
}

const place = { x: 0, y: 0, width: 50, height: 50, scale: 0.5 };
const looks = [seen(50, 50, 100, 'background'), seen(50, 50, 40, 'faceSkin')];

test('a finer look replaces a coarser one in its area, with a soft border', () => {
  const skin = skinLikelihood(place, looks);
  const at = (x: number, y: number) => skin.data[y * 50 + x]!;
  expect(at(25, 25)).toBe(1);
  expect(at(5, 25)).toBe(0);
  expect(at(16, 25)).toBeGreaterThan(0);
  expect(at(16, 25)).toBeLessThan(1);
});

test('classes add up; areas outside the looks have none', () => {
  const all = likelihoodOf(place, looks.slice(1), ['faceSkin', 'hair']);
  expect(all.data[25 * 50 + 25]).toBe(1);
  expect(all.data[0]).toBe(0);
  expect(likelihoodOf(place, looks, ['hair', 'clothes']).data.every((value) => value === 0)).toBe(true);
});

test('halfway between two pixels is their mean', () => {
  const plane = createPlane(2, 2);
  plane.data.set([0, 4, 0, 4]);
  expect(sample(plane, 1, 1)).toBeCloseTo(2, 2);
  expect(sample(plane, 0.5, 0.5)).toBe(0);
});

test('a coarse edge moves to the change of colors', () => {
  const coarse = createPlane(60, 20);
  const rgb = new Uint8Array(60 * 20 * 3);
  for (let i = 0; i < 60 * 20; i++) {
    const x = i % 60;
    coarse.data[i] = Math.min(1, Math.max(0, (x - 20) / 20));
    rgb.fill(x < 33 ? 60 : 190, i * 3, i * 3 + 3);
  }
  const fine = followColors(coarse, rgb, 8);
  const step = (plane: typeof fine) => plane.data[10 * 60 + 35]! - plane.data[10 * 60 + 30]!;
  expect(step(fine)).toBeGreaterThan(step(coarse) * 1.8);
});
