import { describe, expect, test } from 'vitest';
import { areaMean, createPlane, enlarge, type Plane } from '../../../../../engine/pixels/plane.ts';
import { restoreMeans } from '../../../../../engine/vision/matting/refinement/back-projection.ts';

const [width, height] = [48, 40];
const scale = 2;

/** Vertical lines 1 px wide, every 4 px. */
function lines(alpha = 1): Plane {
  const matte = createPlane(width, height);
  for (let i = 0; i < matte.data.length; i++) if ((i % width) % 4 === 1) matte.data[i] = alpha;
  return matte;
}

const filled = (value: number): Plane => {
  const plane = createPlane(width * scale, height * scale);
  plane.data.fill(value);
  return plane;
};

const distance = (a: Plane, b: Plane) =>
  a.data.reduce((sum, value, i) => sum + Math.abs(value - b.data[i]!), 0) / a.data.length;

describe('restoreMeans', () => {
  test('restores lines that the refinement made gray', () => {
    const refined = filled(0.4);
    restoreMeans(refined, lines());
    expect(distance(areaMean(refined, width, height), lines())).toBeLessThan(0.1);
    expect(distance(areaMean(filled(0.4), width, height), lines())).toBeGreaterThan(0.4);
  });

  test('keeps a decided refinement', () => {
    const refined = filled(0.02);
    restoreMeans(refined, lines());
    expect(refined).toEqual(filled(0.02));
  });

  test('does not trust a matte that is blurred or even', () => {
    const ramp = createPlane(width, height);
    for (let i = 0; i < ramp.data.length; i++) ramp.data[i] = Math.min(1, Math.max(0, ((i % width) - 18) / 8));
    for (const matte of [ramp, { ...ramp, data: ramp.data.map(() => 0.7) }]) {
      const refined = filled(0.4);
      restoreMeans(refined, matte);
      expect(refined).toEqual(filled(0.4));
    }
  });

  test('keeps a refinement that is smaller than its matte', () => {
    const refined = enlarge(filled(0.4), width / 2, height / 2);
    restoreMeans(refined, lines());
    expect(distance(refined, enlarge(filled(0.4), width / 2, height / 2))).toBe(0);
  });
});
