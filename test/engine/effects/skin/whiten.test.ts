import { expect, test } from 'vitest';
import { whitenSkin } from '../../../../engine/effects/skin/whiten.ts';
import { copyOf, madeSkin, regionOf } from '../../../helpers/skin.ts';

const centre = 100 * 200 + 100;

/** L and colourfulness before and after, in the middle of skin that is so much darker than usual. */
function whitened(darker: number, strength: number) {
  const region = regionOf(madeSkin(() => [-darker, -darker * 0.8, -darker * 0.7]));
  const now = copyOf(region);
  whitenSkin(region, now, strength);
  const at = ({ L, a, b }: typeof now) => ({
    L: L.data[centre]!,
    colour: Math.hypot(a.data[centre]!, b.data[centre]!),
  });
  return { before: at(region.lab), after: at(now) };
}

test('nothing at 0, and more is lighter', () => {
  const lights = [0, 0.25, 0.5, 1].map((strength) => whitened(0, strength).after.L);
  expect(lights[0]).toBe(whitened(0, 0).before.L);
  for (let i = 1; i < lights.length; i++) expect(lights[i]).toBeGreaterThan(lights[i - 1]! + 1);
});

test('light skin becomes paler, dark skin lighter and not grey', () => {
  const light = whitened(0, 1);
  expect(light.after.colour).toBeLessThan(light.before.colour * 0.9);
  const dark = whitened(110, 1);
  expect(dark.after.L).toBeGreaterThan(dark.before.L + 4);
  expect(dark.after.colour).toBeGreaterThan(dark.before.colour);
});

test('what is not skin keeps its every value', () => {
  const region = regionOf(madeSkin());
  region.close.data.fill(0, 0, 5000);
  const now = copyOf(region);
  whitenSkin(region, now, 1);
  expect(now.L.data.subarray(0, 5000)).toEqual(region.lab.L.data.subarray(0, 5000));
  expect(now.a.data.subarray(0, 5000)).toEqual(region.lab.a.data.subarray(0, 5000));
});
