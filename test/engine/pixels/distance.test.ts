import { expect, test } from 'vitest';
import { distanceTo } from '../../../engine/pixels/distance.ts';
import { createPlane } from '../../../engine/pixels/plane.ts';

test('is the distance to the nearest pixel of the shape', () => {
  const plane = createPlane(23, 17);
  const shape = [
    [3, 4],
    [19, 2],
    [11, 15],
    [12, 15],
  ] as const;
  for (const [x, y] of shape) plane.data[y * plane.width + x] = 1;
  const distances = distanceTo(plane, (value) => value > 0.5);
  for (let y = 0; y < plane.height; y++) {
    for (let x = 0; x < plane.width; x++) {
      const nearest = Math.min(...shape.map(([u, v]) => Math.hypot(x - u, y - v)));
      expect(distances.data[y * plane.width + x]).toBeCloseTo(nearest, 4);
    }
  }
});
