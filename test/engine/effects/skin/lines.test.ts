import { describe, expect, test } from 'vitest';
import { softenLines } from '../../../../engine/effects/skin/lines.ts';
import { smoothSkin } from '../../../../engine/effects/skin/smooth.ts';
import type { toLab } from '../../../../engine/pixels/lab.ts';
import type { Plane } from '../../../../engine/pixels/plane.ts';
import { findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { photoOf } from '../../../helpers/face/faces.ts';
import { copyOf, foldAt, foldedSkin, type Mark, madeSkin, regionOf, skinSize } from '../../../helpers/face/skin.ts';
import { sample } from '../../../helpers/photograph/photographs.ts';

describe('on generated skin', async () => {
  // The lines are far from this face's nose.
  const [face] = await findFaces(await photoOf(sample('astronaut')), 1);
  const wrinkle: Mark = (x, y) => (Math.abs(y - 40 - Math.round(x / 10)) <= 1 ? [-25, -25, -25] : undefined);
  const depth = ({ L }: ReturnType<typeof toLab>) => {
    const at = (y: number) =>
      L.data.slice(y * skinSize + 95, y * skinSize + 105).reduce((sum, value) => sum + value, 0) / 10;
    return (at(42) + at(57)) / 2 - at(50);
  };

  test('a wrinkle becomes shallower and does not vanish', () => {
    const region = regionOf(madeSkin(wrinkle));
    const now = copyOf(region);
    softenLines(region, now, face!, { depth: 0.7, ridges: 0 });
    expect(depth(now)).toBeLessThan(depth(region.lab) * 0.75);
    expect(depth(now)).toBeGreaterThan(depth(region.lab) * 0.1);
  });

  test('a bright line is softened only on request', () => {
    const region = regionOf(madeSkin((x, y) => (wrinkle(x, y) ? [30, 30, 30] : undefined)));
    const [left, flattened] = [copyOf(region), copyOf(region)];
    softenLines(region, left, face!, { depth: 0.7, ridges: 0 });
    softenLines(region, flattened, face!, { depth: 0, ridges: 0.6 });
    expect(Math.abs(depth(left))).toBeGreaterThan(Math.abs(depth(region.lab)) * 0.8);
    expect(Math.abs(depth(flattened))).toBeLessThan(Math.abs(depth(region.lab)) * 0.8);
  });

  test('a soft shadow is no line', () => {
    const region = regionOf(
      madeSkin((_, y) => [-Math.abs(y - 100) / 3, -Math.abs(y - 100) / 3, -Math.abs(y - 100) / 3]),
    );
    const now = copyOf(region);
    softenLines(region, now, face!, { depth: 1, ridges: 1 });
    const maxChange = Math.max(...now.L.data.map((value, i) => Math.abs(value - region.lab.L.data[i]!)));
    expect(maxChange).toBeLessThan(1.5);
  });

  test.each([
    ['a fine line', 6, 2],
    ['a fold', 15, 5],
    ['a deep fold', 30, 9],
  ])('%s is softened as a whole: no row has a new dip, bump or steeper side', (_, depth, width) => {
    const region = foldedSkin(depth, width);
    const now = copyOf(region);
    softenLines(region, now, face!, { depth: 0.75, ridges: 0.35 });
    smoothSkin(region, now, { tone: 0.85, pores: 0.5, color: 0.6, texture: 0.1 });
    for (let y = 30; y < skinSize - 30; y += 7) {
      const row = ({ L }: ReturnType<typeof toLab>) => L.data.slice(y * skinSize + 30, y * skinSize + 170);
      const [before, after] = [row(region.lab), row(now)];
      const bottom = foldAt(y) - 30;
      const slopes = (values: Float32Array) => Array.from(values.slice(1), (value, i) => value - values[i]!);
      expect(Math.max(...slopes(after).map(Math.abs))).toBeLessThan(Math.max(...slopes(before).map(Math.abs)) * 1.02);
      // It falls to the bottom and then rises, apart from ripples below half a step of 8 bits.
      expect(Math.max(...slopes(after).slice(0, bottom))).toBeLessThan(0.2);
      expect(Math.min(...slopes(after).slice(bottom))).toBeGreaterThan(-0.2);
      const left = (after[0]! - after[bottom]!) / (before[0]! - before[bottom]!);
      expect(left).toBeGreaterThan(0.1);
      expect(left).toBeLessThan(0.9);
    }
  });

  test('the removed share of a line changes slowly along it', () => {
    const region = foldedSkin(12, 4);
    const now = copyOf(region);
    softenLines(region, now, face!, { depth: 0.75, ridges: 0.35 });
    const gone = Array.from({ length: skinSize - 60 }, (_, i) => {
      const at = (i + 30) * skinSize + foldAt(i + 30);
      return (now.L.data[at]! - region.lab.L.data[at]!) / (65 - region.lab.L.data[at]!);
    });
    expect(Math.min(...gone)).toBeGreaterThan(0.1);
    expect(Math.max(...gone.slice(1).map((value, i) => Math.abs(value - gone[i]!)))).toBeLessThan(0.05);
  });

  test('the edge of a shadow is unchanged', () => {
    const region = regionOf(madeSkin((x) => (x > 100 ? [-60, -55, -50] : undefined)));
    const now = copyOf(region);
    softenLines(region, now, face!, { depth: 0.75, ridges: 0.35 });
    const at = (L: Plane, x: number) => L.data[100 * skinSize + x]!;
    for (let x = 92; x < 110; x++) expect(Math.abs(at(now.L, x) - at(region.lab.L, x))).toBeLessThan(1.2);
  });
});
