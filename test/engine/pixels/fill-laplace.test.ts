import { expect, test } from 'vitest';
import { fillLaplace, holeKind, outsideKind, rimKind } from '../../../engine/pixels/fill-laplace.ts';
import { createPlane } from '../../../engine/pixels/plane.ts';

const side = 30;
const hidden = 1000;

/** A slope with a round hole that hides its values. */
function holed() {
  const plane = createPlane(side, side);
  const kinds = new Uint8Array(side * side).fill(rimKind);
  for (let i = 0; i < kinds.length; i++) {
    const [x, y] = [i % side, Math.floor(i / side)];
    plane.data[i] = 2 * x - y;
    if (Math.hypot(x - 15, y - 15) < 8) [kinds[i], plane.data[i]] = [holeKind, hidden];
  }
  return { plane, kinds };
}

test('a slope continues through a hole', () => {
  const { plane, kinds } = holed();
  fillLaplace(plane, kinds);
  for (const [x, y] of [
    [15, 15],
    [10, 17],
    [20, 12],
  ] as const) {
    expect(plane.data[y * side + x]).toBeCloseTo(2 * x - y, 1);
  }
});

test('excluded pixels do not count', () => {
  const { plane, kinds } = holed();
  for (let i = 0; i < kinds.length; i++) {
    if (i % side > 22 && kinds[i] === rimKind) [kinds[i], plane.data[i]] = [outsideKind, -hidden];
  }
  fillLaplace(plane, kinds);
  expect(plane.data[15 * side + 15]).toBeGreaterThan(5);
  expect(plane.data[15 * side + 25]).toBe(-hidden);
});
