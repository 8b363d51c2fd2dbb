import { expect, test } from 'vitest';
import { toneSkin } from '../../../../engine/effects/skin/tone.ts';
import { copyOf, madeSkin, regionOf } from '../../../helpers/skin.ts';

const centre = 100 * 200 + 100;

/** L, a and b before and after, in the middle of skin that is so much darker than usual. */
function toned(darker: number, toning: { lift: number; even: number }) {
  const region = regionOf(madeSkin(() => [-darker, -darker * 0.8, -darker * 0.7]));
  const now = copyOf(region);
  toneSkin(region, now, toning);
  const at = ({ L, a, b }: typeof now) => ({ L: L.data[centre]!, a: a.data[centre]!, b: b.data[centre]! });
  return { before: at(region.lab), after: at(now) };
}

test('light and dark skin become lighter, each in its own measure, and keep their colour', () => {
  for (const darker of [0, 60, 110]) {
    const { before, after } = toned(darker, { lift: 5, even: 0 });
    expect(after.L - before.L).toBeGreaterThan(1);
    expect(after.L - before.L).toBeLessThanOrEqual(5);
    expect(Math.hypot(after.a, after.b)).toBeGreaterThanOrEqual(Math.hypot(before.a, before.b));
  }
});

test('white and black are left where they are', () => {
  const region = regionOf(madeSkin());
  region.lab.L.data.fill(100, 0, 100);
  region.lab.L.data.fill(0, 100, 200);
  const now = copyOf(region);
  toneSkin(region, now, { lift: 8, even: 0 });
  expect([now.L.data[50], now.L.data[150]]).toEqual([100, 0]);
});

test('a red cheek comes closer to the rest', () => {
  const region = regionOf(madeSkin((x) => (x > 80 && x < 120 ? [10, -15, -10] : undefined)));
  const now = copyOf(region);
  toneSkin(region, now, { lift: 0, even: 0.5 });
  const redness = (plane: typeof now.a) => plane.data[centre]! - plane.data[centre - 60]!;
  expect(redness(now.a)).toBeLessThan(redness(region.lab.a) * 0.65);
});
