import { describe, expect, test } from 'vitest';
import { findFaces } from '../../../../../main/engine/vision/face/human.ts';
import type { toLab } from '../../../../../main/engine/vision/pixels/lab.ts';
import { softenLines } from '../../../../../main/engine/vision/skin/lines.ts';
import { photoOf } from '../../../../helpers/faces.ts';
import { sample } from '../../../../helpers/photographs.ts';
import { copyOf, type Mark, madeSkin, regionOf, skinSize } from '../../../../helpers/skin.ts';

describe('on made skin', async () => {
  // The lines lie far from this face's nose.
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

  test('a bright line only where asked for', () => {
    const region = regionOf(madeSkin((x, y) => (wrinkle(x, y) ? [30, 30, 30] : undefined)));
    const [left, flattened] = [copyOf(region), copyOf(region)];
    softenLines(region, left, face!, { depth: 0.7, ridges: 0 });
    softenLines(region, flattened, face!, { depth: 0, ridges: 0.6 });
    expect(Math.abs(depth(left))).toBeGreaterThan(Math.abs(depth(region.lab)) * 0.8);
    expect(Math.abs(depth(flattened))).toBeLessThan(Math.abs(depth(region.lab)) * 0.8);
  });

  test('a soft shade is no line', () => {
    const region = regionOf(
      madeSkin((_, y) => [-Math.abs(y - 100) / 3, -Math.abs(y - 100) / 3, -Math.abs(y - 100) / 3]),
    );
    const now = copyOf(region);
    softenLines(region, now, face!, { depth: 1, ridges: 1 });
    const most = Math.max(...now.L.data.map((value, i) => Math.abs(value - region.lab.L.data[i]!)));
    expect(most).toBeLessThan(1.5);
  });
});
