import { expect, test } from 'vitest';
import { reduceShine } from '../../../../engine/effects/skin/shine.ts';
import { copyOf, dot, madeSkin, regionOf } from '../../../helpers/skin.ts';

const centre = 100 * 200 + 100;
const away = 100 * 200 + 20;

test('a highlight loses light and gets colour back; plain skin does neither', () => {
  const region = regionOf(madeSkin(dot(100, 100, 14, [65, 90, 100])));
  const now = copyOf(region);
  reduceShine(region, now, 0.6);
  expect(now.L.data[centre]! - region.lab.L.data[centre]!).toBeLessThan(-5);
  expect(now.b.data[centre]! - region.lab.b.data[centre]!).toBeGreaterThan(3);
  expect(now.L.data[away]).toBe(region.lab.L.data[away]);
});
