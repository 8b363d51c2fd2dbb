import { expect, test } from 'vitest';
import { createPlane, type Plane } from '../../../../../engine/pixels/plane.ts';
import { type Course, measurePaths } from '../../../../../engine/vision/analysis/lines/line-paths.ts';
import type { Relief } from '../../../../../engine/vision/analysis/lines/valleys.ts';
import { createSeededRandom } from '../../../../helpers/run/seeded-random.ts';

const size = 161;
const middle = 80;
const everywhere = painted(() => 1);
const area = painted((x, y) => (x > 20 && x < 140 && y > 20 && y < 140 ? 1 : 0));

function painted(value: (x: number, y: number) => number): Plane {
  const plane = createPlane(size, size);
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = value(i % size, Math.floor(i / size));
  return plane;
}

/** Skin of middle lightness with marks on it. */
function skinWith(depth: (x: number, y: number) => number, lightness = 60): Relief {
  return {
    skin: painted((x, y) => lightness - depth(x, y)),
    light: painted(() => lightness),
    covered: everywhere,
  };
}

/** A dark line, as wide as a wrinkle, at a distance. */
const line = (distance: number) => 8 * Math.exp(-((distance / 1.6) ** 2) / 2);
const few = (_: number, y: number) => line(y - 50) + line(y - 80) + line(y - 110);
const measured = (relief: Relief, course: Course) => measurePaths(relief, area, course)!;

test('wrinkles are deep along their course, but not across it', () => {
  expect(measured(skinWith(few), 'level').along).toBeGreaterThan(1.5);
  expect(measured(skinWith(few), 'upright').along).toBeLessThan(0.3);
  const turned = measured(
    skinWith((x, y) => few(y, x)),
    'upright',
  );
  expect(turned.along).toBeCloseTo(measured(skinWith(few), 'level').along, 4);
});

test('a wrinkle may wave', () => {
  const waving = skinWith((x, y) => few(x, y + 4 * Math.sin(x / 12)));
  const straight = measured(skinWith(few), 'level').along;
  expect(measured(waving, 'level').along).toBeGreaterThan(0.75 * straight);
});

test('the same lines broken into dots are no wrinkles', () => {
  const chance = createSeededRandom('pores');
  const shifts = Array.from({ length: 40 }, () => Math.floor(chance.next() * 90));
  // Pieces of 4 px in separate rows.
  const broken = skinWith((x, y) => {
    const shift = shifts[Math.floor(x / 4)]!;
    return few(x, 25 + ((y + shift) % 110));
  });
  const share = ({ along, relief }: { along: number; relief: number }) => along / relief;
  expect(share(measured(broken, 'level'))).toBeLessThan(0.6 * share(measured(skinWith(few), 'level')));
});

test('rays from a point are deep, but rings around it are not', () => {
  const corner = { x: 10, y: middle, z: 0 };
  const rays = skinWith((x, y) => {
    const [angle, radius] = [Math.atan2(y - corner.y, x - corner.x), Math.hypot(x - corner.x, y - corner.y)];
    return [-0.4, 0, 0.4].reduce((sum, at) => sum + line((angle - at) * radius), 0);
  });
  const rings = skinWith((x, y) => line((Math.hypot(x - corner.x, y - corner.y) % 30) - 15));
  const course = { from: corner };
  expect(measured(rays, course).along).toBeGreaterThan(1);
  expect(measured(rings, course).along).toBeLessThan(0.4);
});

test('a line counts more on dark skin, but not in proportion to its darkness', () => {
  const ratio = measured(skinWith(few, 22), 'level').along / measured(skinWith(few), 'level').along;
  expect(ratio).toBeCloseTo(Math.sqrt(2), 3);
});

test('the edge of hair is no wrinkle', () => {
  const hair = (y: number) => y > 60 && y < 75;
  const relief = {
    ...skinWith((_, y) => (hair(y) ? 25 : 0)),
    covered: painted((_, y) => (hair(y) ? 0 : 1)),
  };
  expect(measured(relief, 'level').along).toBeLessThan(0.5);
});

test('a hidden area has no depths', () => {
  const nowhere = painted(() => 0);
  expect(measurePaths(skinWith(few), nowhere, 'level')).toBeNull();
  expect(measurePaths({ ...skinWith(few), covered: nowhere }, area, 'level')).toBeNull();
});
