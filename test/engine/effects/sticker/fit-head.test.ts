import { expect, test } from 'vitest';
import { outlinePlaces, scaleFor, turnAround } from '../../../../engine/effects/sticker/fit-head.ts';

const alpha = new Uint8Array(60 * 90);
for (let y = 5; y < 85; y++) alpha.fill(255, y * 60 + 10, y * 60 + 50);
const places = outlinePlaces({ width: 60, height: 90, alpha });

test('the extent is that of the visible pixels', () => {
  expect([Math.min(...places.map(({ x }) => x)), Math.max(...places.map(({ x }) => x))]).toEqual([10, 50]);
  expect([Math.min(...places.map(({ y }) => y)), Math.max(...places.map(({ y }) => y))]).toEqual([5, 85]);
});

test.each([0, -10, 25])('turned by %i degrees, the head fits the middle of its cell', (tilt) => {
  const room = { width: 300, height: 200 };
  const scale = scaleFor(places, [tilt], room);
  const large = places.map(({ x, y }) => ({ x: x * scale, y: y * scale }));
  const cell = { width: 400, height: 300 };
  const turned = large.map(turnAround(large, tilt, { x: 90, y: 120 }, cell).now);
  const [xs, ys] = [turned.map(({ x }) => x), turned.map(({ y }) => y)];
  expect(Math.max(...xs) - Math.min(...xs)).toBeLessThanOrEqual(room.width + 1e-6);
  expect(Math.max(...ys) - Math.min(...ys)).toBeLessThanOrEqual(room.height + 1e-6);
  expect((Math.max(...xs) + Math.min(...xs)) / 2).toBeCloseTo(cell.width / 2, 6);
  expect((Math.max(...ys) + Math.min(...ys)) / 2).toBeCloseTo(cell.height / 2, 6);
});

test('a turn can be inverted', () => {
  const { before, now } = turnAround(places, 17, { x: 30, y: 45 }, { width: 100, height: 100 });
  const back = before(now({ x: 12, y: 34 }));
  expect(back.x).toBeCloseTo(12, 9);
  expect(back.y).toBeCloseTo(34, 9);
});
