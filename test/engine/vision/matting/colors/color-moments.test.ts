import { describe, expect, test } from 'vitest';
import type { ColorPlanes } from '../../../../../engine/pixels/guide-statistics.ts';
import { createPlane } from '../../../../../engine/pixels/plane.ts';
import { gatherMoments, momentsAt } from '../../../../../engine/vision/matting/colors/color-moments.ts';

const [width, height] = [64, 48];
const out = new Float64Array(9);

/** Left half dark and noisy, right half light and even. */
function halves(): ColorPlanes {
  const planes = [0, 1, 2].map(() => createPlane(width, height)) as ColorPlanes;
  planes.forEach((plane, c) => {
    for (let i = 0; i < plane.data.length; i++) {
      const swing = (i + Math.floor(i / width)) % 2 === 0 ? 0.1 : -0.1;
      plane.data[i] = i % width < 32 ? 0.3 + (c === 0 ? swing : 0) : 0.8;
    }
  });
  return planes;
}

describe('color moments', () => {
  test('are the mean and covariance of the chosen pixels nearby', () => {
    const all = new Uint8Array(width * height).fill(1);
    const moments = gatherMoments(halves(), all, 3);
    expect(momentsAt(moments, 10, 24, out)).toBe(true);
    expect(out[0]).toBeCloseTo(0.3, 2);
    expect(out[3]).toBeCloseTo(0.01, 3);
    expect(out[4]).toBeCloseTo(0, 4);
    expect(momentsAt(moments, 54, 24, out)).toBe(true);
    expect(out[1]).toBeCloseTo(0.8, 4);
    expect(out[3]).toBeCloseTo(0, 4);
  });

  test('depend only on chosen pixels', () => {
    const left = Uint8Array.from({ length: width * height }, (_, i) => (i % width < 32 ? 1 : 0));
    const moments = gatherMoments(halves(), left, 3);
    expect(momentsAt(moments, 38, 24, out)).toBe(true);
    expect(out[1]).toBeCloseTo(0.3, 3);
    expect(momentsAt(moments, 60, 24, out)).toBe(false);
  });
});
