import { expect, test } from 'vitest';
import { createPlane } from '../../../engine/pixels/plane.ts';
import { fillPolygon } from '../../../engine/pixels/polygon.ts';

const areaOf = (corners: { x: number; y: number }[]) => {
  const plane = createPlane(20, 20);
  fillPolygon(plane, corners);
  return plane.data.reduce((sum, value) => sum + value, 0);
};
const rectangle = (x: number, y: number, width: number, height: number) => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
];

test('edges between pixels are partly covered', () => {
  expect(areaOf(rectangle(2.25, 3, 4.5, 5))).toBeCloseTo(22.5, 4);
  const plane = createPlane(4, 1);
  fillPolygon(plane, rectangle(0.75, 0, 2, 1));
  expect([...plane.data]).toEqual([0.25, 1, 0.75, 0]);
});

test('a triangle covers half of its rectangle', () => {
  expect(
    areaOf([
      { x: 2, y: 2 },
      { x: 18, y: 2 },
      { x: 2, y: 18 },
    ]),
  ).toBeCloseTo(128, 0);
});

test('parts outside the plane are ignored', () => {
  expect(areaOf(rectangle(-10, -10, 15, 15))).toBeCloseTo(25, 4);
  expect(areaOf(rectangle(30, 30, 5, 5))).toBe(0);
});

test('a second polygon adds to the first without counting the overlap twice', () => {
  const plane = createPlane(10, 10);
  fillPolygon(plane, rectangle(0, 0, 4, 4));
  fillPolygon(plane, rectangle(2, 0, 4, 4));
  expect(Math.max(...plane.data)).toBe(1);
  expect(plane.data.reduce((sum, value) => sum + value, 0)).toBeCloseTo(24, 4);
});
