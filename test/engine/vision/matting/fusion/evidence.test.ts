import { expect, test } from 'vitest';
import { createPlane, type Plane } from '../../../../../engine/pixels/plane.ts';
import { evidenceOf } from '../../../../../engine/vision/matting/fusion/evidence.ts';

const [width, height] = [96, 64];

/** A red ring in front of a blue wall, which both looks mistake for a disc. */
function scene(): { rgb: Uint8Array; seen: Plane; at: (x: number, y: number) => number } {
  const rgb = new Uint8Array(width * height * 3);
  const seen = createPlane(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const radius = Math.hypot(x - 48, y - 32);
      rgb.set(radius < 20 && radius > 10 ? [200, 40, 30] : [40 + (x % 3), 60, 180], i * 3);
      seen.data[i] = radius < 20 ? 1 : 0;
    }
  }
  return { rgb, seen, at: (x, y) => y * width + x };
}

test('the background’s color inside the subject is distinguished from the subject', () => {
  const { rgb, seen, at } = scene();
  const { likelihood, deviations, row } = evidenceOf({ width, height, rgb, alpha: null }, seen, seen);
  const [hole, ring] = [at(48, 32), at(48, 17)];
  expect(likelihood.data[hole]).toBeGreaterThan(0.6);
  expect(likelihood.data[ring]).toBeLessThan(0.1);
  expect(deviations.data[hole]).toBeLessThan(0.05);
  expect(deviations.data[ring]).toBeGreaterThan(0.8);
  expect(row.data[hole]).toBeLessThan(0.15);
  expect(row.data[ring]).toBeGreaterThan(0.8);
});

test('all evidence is between 0 and 1, even without background', () => {
  const { rgb } = scene();
  const all = createPlane(width, height);
  all.data.fill(1);
  for (const plane of Object.values(evidenceOf({ width, height, rgb, alpha: null }, all, all)) as Plane[]) {
    for (const value of plane.data) expect(value >= 0 && value <= 1).toBe(true);
  }
});
