import { describe, expect, test } from 'vitest';
import { reduceShine, toneSkin, whitenSkin } from '../../../../engine/effects/skin/complexion.ts';
import { copyOf, dot, madeSkin, regionOf } from '../../../helpers/face/skin.ts';

const center = 100 * 200 + 100;

describe('shine', () => {
  const away = 100 * 200 + 20;

  test('a highlight loses lightness and regains color; plain skin does not change', () => {
    const region = regionOf(madeSkin(dot(100, 100, 14, [65, 90, 100])));
    const now = copyOf(region);
    reduceShine(region, now, 0.6);
    expect(now.L.data[center]! - region.lab.L.data[center]!).toBeLessThan(-5);
    expect(now.b.data[center]! - region.lab.b.data[center]!).toBeGreaterThan(3);
    expect(now.L.data[away]).toBe(region.lab.L.data[away]);
  });
});

describe('tone', () => {
  /** Returns L, a and b before and after toning, in the middle of skin made darker by `darker`. */
  function toned(darker: number, toning: { lift: number; even: number }) {
    const region = regionOf(madeSkin(() => [-darker, -darker * 0.8, -darker * 0.7]));
    const now = copyOf(region);
    toneSkin(region, now, toning);
    const at = ({ L, a, b }: typeof now) => ({ L: L.data[center]!, a: a.data[center]!, b: b.data[center]! });
    return { before: at(region.lab), after: at(now) };
  }

  test('light and dark skin become lighter in proportion, and keep their color', () => {
    for (const darker of [0, 60, 110]) {
      const { before, after } = toned(darker, { lift: 5, even: 0 });
      expect(after.L - before.L).toBeGreaterThan(1);
      expect(after.L - before.L).toBeLessThanOrEqual(5);
      expect(Math.hypot(after.a, after.b)).toBeGreaterThanOrEqual(Math.hypot(before.a, before.b));
    }
  });

  test('white and black are unchanged', () => {
    const region = regionOf(madeSkin());
    region.lab.L.data.fill(100, 0, 100);
    region.lab.L.data.fill(0, 100, 200);
    const now = copyOf(region);
    toneSkin(region, now, { lift: 8, even: 0 });
    expect([now.L.data[50], now.L.data[150]]).toEqual([100, 0]);
  });

  test('a red cheek becomes more like the rest', () => {
    const region = regionOf(madeSkin((x) => (x > 80 && x < 120 ? [10, -15, -10] : undefined)));
    const now = copyOf(region);
    toneSkin(region, now, { lift: 0, even: 0.5 });
    const redness = (plane: typeof now.a) => plane.data[center]! - plane.data[center - 60]!;
    expect(redness(now.a)).toBeLessThan(redness(region.lab.a) * 0.65);
  });
});

describe('whitening', () => {
  /** Returns L and chroma before and after whitening, in the middle of skin made darker by `darker`. */
  function whitened(darker: number, strength: number) {
    const region = regionOf(madeSkin(() => [-darker, -darker * 0.8, -darker * 0.7]));
    const now = copyOf(region);
    whitenSkin(region, now, strength);
    const at = ({ L, a, b }: typeof now) => ({
      L: L.data[center]!,
      colour: Math.hypot(a.data[center]!, b.data[center]!),
    });
    return { before: at(region.lab), after: at(now) };
  }

  test('0 changes nothing, and larger values are lighter', () => {
    const lights = [0, 0.25, 0.5, 1].map((strength) => whitened(0, strength).after.L);
    expect(lights[0]).toBe(whitened(0, 0).before.L);
    for (let i = 1; i < lights.length; i++) expect(lights[i]).toBeGreaterThan(lights[i - 1]! + 1);
  });

  test('light skin becomes paler, dark skin lighter and not gray', () => {
    const light = whitened(0, 1);
    expect(light.after.colour).toBeLessThan(light.before.colour * 0.9);
    const dark = whitened(110, 1);
    expect(dark.after.L).toBeGreaterThan(dark.before.L + 4);
    expect(dark.after.colour).toBeGreaterThan(dark.before.colour);
  });
});
