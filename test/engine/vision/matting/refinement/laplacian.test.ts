import { describe, expect, test } from 'vitest';
import type { ColorPlanes } from '../../../../../engine/pixels/guide-statistics.ts';
import { createPlane, type Plane } from '../../../../../engine/pixels/plane.ts';
import { solveMatte } from '../../../../../engine/vision/matting/refinement/laplacian.ts';

/** Alpha that alternates between 0 and 1 in stripes of all widths, and a picture of two colors mixed by it. */
function striped(width = 60, height = 40): { truth: Plane; colours: ColorPlanes } {
  const truth = createPlane(width, height);
  for (let i = 0; i < truth.data.length; i++) {
    const x = i % width;
    truth.data[i] = x < 12 ? 0 : x > 47 ? 1 : 0.5 + 0.5 * Math.sin(x * x * 0.02 + Math.floor(i / width) * 0.2);
  }
  const [subject, background] = [
    [0.8, 0.3, 0.2],
    [0.1, 0.5, 0.6],
  ] as const;
  const colors = [0, 1, 2].map((c) => ({
    ...truth,
    data: truth.data.map((a) => a * subject[c]! + (1 - a) * background[c]!),
  })) as ColorPlanes;
  return { truth, colours: colors };
}

const worst = (a: Plane, b: Plane) => a.data.reduce((max, value, i) => Math.max(max, Math.abs(value - b.data[i]!)), 0);

describe('solveMatte', () => {
  test.each([
    [60, 40],
    [61, 39],
  ])('finds alpha between two colors from its ends alone, of %i × %i px', (width, height) => {
    const { truth, colours } = striped(width, height);
    const prior = createPlane(width, height);
    const trust = createPlane(width, height);
    for (let i = 0; i < prior.data.length; i++) {
      const known = i % width < 8 || i % width > 51;
      prior.data[i] = known ? truth.data[i]! : 0.5;
      trust.data[i] = known ? 20 : 0;
    }
    const solved = solveMatte(colours, 1, 1e-7, prior, trust, 300);
    expect(worst(solved, truth)).toBeLessThan(0.12);
    expect(worst(prior, truth)).toBeGreaterThan(0.4);
  });

  test('keeps values with full confidence', () => {
    const { colours } = striped();
    const prior = createPlane(60, 40);
    prior.data.fill(0.3);
    const trust = createPlane(60, 40);
    trust.data.fill(1000);
    expect(worst(solveMatte(colours, 2, 1e-5, prior, trust, 20), prior)).toBeLessThan(1e-3);
  });

  test('stays between 0 and 1', () => {
    const { truth, colours } = striped();
    const prior = { ...truth, data: truth.data.map((value, i) => (i % 7 === 0 ? 1 - value : value)) };
    const trust = createPlane(60, 40);
    trust.data.fill(0.01);
    for (const value of solveMatte(colours, 1, 1e-6, prior, trust, 40).data) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
    }
  });
});
