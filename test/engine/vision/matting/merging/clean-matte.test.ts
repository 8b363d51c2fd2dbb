import { expect, test } from 'vitest';
import { createPlane, type Plane } from '../../../../../engine/pixels/plane.ts';
import { cleanMatte } from '../../../../../engine/vision/matting/merging/clean-matte.ts';

const planeSide = 200;

function boxes(...list: [x: number, y: number, side: number, value: number][]): Plane {
  const plane = createPlane(planeSide, planeSide);
  for (const [left, top, side, value] of list) {
    for (let y = top; y < top + side; y++) plane.data.fill(value, y * planeSide + left, y * planeSide + left + side);
  }
  return plane;
}
const at = (plane: Plane, x: number, y: number) => plane.data[y * planeSide + x];

test('drops specks, and islands without other evidence', () => {
  const matte = boxes([20, 20, 100, 1], [150, 20, 30, 1], [150, 150, 30, 0.9], [5, 180, 4, 1]);
  const support = boxes([20, 20, 100, 1], [150, 150, 30, 1], [5, 180, 4, 1]);
  const clean = cleanMatte(matte, support);
  expect(at(clean, 60, 60)).toBe(1);
  expect(at(clean, 160, 30)).toBe(0);
  expect(at(clean, 160, 160)).toBeCloseTo(0.9, 5);
  expect(at(clean, 6, 181)).toBe(0);
});

test('fills a pinhole, and keeps a hole', () => {
  const matte = boxes([20, 20, 100, 1], [50, 50, 1, 0], [80, 80, 12, 0]);
  const clean = cleanMatte(matte, boxes([20, 20, 100, 1]));
  expect(at(clean, 50, 50)).toBe(1);
  expect(at(clean, 85, 85)).toBe(0);
});

test('leaves soft edges soft', () => {
  const matte = boxes([20, 20, 100, 0.3], [25, 25, 90, 1]);
  const clean = cleanMatte(matte, boxes([20, 20, 100, 1]));
  expect(at(clean, 22, 60)).toBeCloseTo(0.3, 5);
});
