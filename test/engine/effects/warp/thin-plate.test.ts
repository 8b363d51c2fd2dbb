import { expect, test } from 'vitest';
import { thinPlateSpline } from '../../../../engine/effects/warp/thin-plate.ts';

const out = new Float64Array(2);
const corners = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
  [0.5, 0.5],
  [0.2, 0.7],
] as const;

test('passes through every point', () => {
  const pulls = corners.map(([x, y], i) => ({ x, y, dx: Math.sin(i * 2) / 10, dy: Math.cos(i * 3) / 10 }));
  const spline = thinPlateSpline(pulls);
  for (const { x, y, dx, dy } of pulls) {
    spline(x, y, out);
    expect(out[0]).toBeCloseTo(dx, 2);
    expect(out[1]).toBeCloseTo(dy, 2);
  }
});

test('a common slope continues without a bend, even far outside', () => {
  const spline = thinPlateSpline(corners.map(([x, y]) => ({ x, y, dx: 0.1 * x, dy: 0.2 - 0.3 * y })));
  spline(3, -2, out);
  expect(out[0]).toBeCloseTo(0.3, 5);
  expect(out[1]).toBeCloseTo(0.8, 5);
});
