import { expect, test } from 'vitest';
import { withWhiteHairs } from '../../../../../engine/effects/brows/matte/white-hairs.ts';
import { createPlane, type Plane } from '../../../../../engine/pixels/plane.ts';

const [width, height, strand] = [60, 30, 2];

const drawn = (at: (x: number, y: number) => number): Plane => {
  const plane = createPlane(width, height);
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = at(i % width, Math.floor(i / width));
  return plane;
};
/** A brow of dark hairs with a strand at every tenth column that is darker than skin by `light`. */
const brow = (light: number) => drawn((x, y) => (y < 8 || y > 21 || x < 5 || x > 54 ? 0 : x % 10 < 2 ? light : 0.9));
const dark = (share: Plane): Plane => ({ ...share, data: share.data.map((value) => Math.max(0, value)) });
const core = drawn((_, y) => (y < 6 || y > 23 ? 0 : 1));
const on = 15 * width + 30;

test('a white hair between dark ones covers the skin, and is light', () => {
  const share = brow(-0.6);
  const { cover, pale } = withWhiteHairs(share, dark(share), core, strand);
  expect(cover.data[on]).toBeGreaterThan(0.8);
  expect(pale.data[on]).toBeGreaterThan(1.2);
  expect(pale.data[on + 4]).toBeLessThan(0.2);
  expect(cover.data[3 * width + 30]).toBe(0);
});

test('gloss on dark hair, and skin next to a brow, do not become hair', () => {
  for (const share of [brow(0.5), drawn((_, y) => (y < 12 || y > 18 ? -0.5 : 0.9))]) {
    const { cover, pale } = withWhiteHairs(share, dark(share), core, strand);
    expect(cover.data).toEqual(dark(share).data);
    expect(Math.max(...pale.data)).toBe(0);
  }
});
