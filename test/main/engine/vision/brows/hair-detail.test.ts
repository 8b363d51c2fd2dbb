import { expect, test } from 'vitest';
import { hairDetail } from '../../../../../main/engine/vision/brows/hair-detail.ts';
import { createPlane, type Plane } from '../../../../../main/engine/vision/pixels/plane.ts';

const size = 96;
const plane = (value: (x: number, y: number) => number): Plane => {
  const drawn = createPlane(size, size);
  for (let i = 0; i < drawn.data.length; i++) drawn.data[i] = value(i % size, Math.floor(i / size));
  return drawn;
};
const everywhere = plane(() => 1);
/** Mean and standard deviation away from the border. */
const spread = ({ data }: Plane) => {
  const inside = [...data].filter((_, i) => Math.min(i % size, Math.floor(i / size)) > 20 && i % size < size - 20);
  const mean = inside.reduce((sum, value) => sum + value, 0) / inside.length;
  return { mean, deviation: Math.sqrt(inside.reduce((sum, value) => sum + (value - mean) ** 2, 0) / inside.length) };
};
/** As likely 0 as 1, the same each time. */
const crumb = (x: number, y: number) => (Math.imul(Math.imul(x + 1, 0x27d4eb2d) ^ (y + 7), 0x165667b1) >>> 9) & 1;

test('hairs that lie side by side keep at least half of their contrast', () => {
  const hairs = plane((x, y) => (Math.floor((x + y) / 3) % 2 ? 0.6 : 0.1));
  expect(spread(hairDetail(hairs, everywhere, 0.05, 2)).deviation).toBeGreaterThan(0.5 * spread(hairs).deviation);
});

test('crumbs as strong as the grain of the skin become an even density', () => {
  const crumbs = plane((x, y) => 0.1 + 0.4 * crumb(x, y));
  const { mean, deviation } = spread(hairDetail(crumbs, everywhere, 0.3, 2));
  expect(mean).toBeCloseTo(spread(crumbs).mean, 1);
  expect(deviation).toBeLessThan(0.2 * spread(crumbs).deviation);
});

test('nothing grows outside the shape, and density does not sink towards its edge', () => {
  const shape = plane((x) => (x < size / 2 ? 1 : 0));
  const hair = hairDetail(
    plane((x) => (x < size / 2 ? 0.8 : 0)),
    shape,
    0.05,
    2,
  );
  expect(hair.data[40 * size + size / 2 - 2]).toBeGreaterThan(0.7);
  expect(hair.data[40 * size + size / 2 + 1]).toBe(0);
});
