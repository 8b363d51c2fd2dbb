import { describe, expect, test } from 'vitest';
import type { ColorPlanes } from '../../../../../engine/pixels/guide-statistics.ts';
import { createPlane } from '../../../../../engine/pixels/plane.ts';
import { weighColors } from '../../../../../engine/vision/matting/refinement/color-evidence.ts';

const [width, height] = [40, 30];
const subject = [0.7, 0.2, 0.1];
const background = [0.2, 0.4, 0.8];

/** Left third subject, right third background. Between them, alpha is 0.3 and the prior 0.6. */
function scene(variety: number) {
  const colors = [0, 1, 2].map(() => createPlane(width, height)) as ColorPlanes;
  const prior = createPlane(width, height);
  const nearness = createPlane(width, height);
  for (let i = 0; i < prior.data.length; i++) {
    const x = i % width;
    const alpha = x < 14 ? 1 : x < 26 ? 0.3 : 0;
    prior.data[i] = x < 14 ? 1 : x < 26 ? 0.6 : 0;
    nearness.data[i] = x < 14 || x >= 26 ? 0 : 1;
    for (let c = 0; c < 3; c++) {
      const grain = variety * Math.sin(i * (12.9 + 7.3 * c));
      colors[c]!.data[i] = alpha * subject[c]! + (1 - alpha) * (background[c]! + grain);
    }
  }
  return { colours: colors, prior, nearness };
}

describe('weighColours', () => {
  test('trusts colors that are clearly between two others', () => {
    const { colours, prior, nearness } = scene(0);
    const { alpha, precision } = weighColors(colours, prior, nearness, 6);
    for (let x = 15; x < 25; x++) expect(alpha.data[15 * width + x]).toBeCloseTo(0.3, 1);
    expect(precision.data[15 * width + 20]).toBeGreaterThan(100);
  });

  test('keeps close to the prior on a background of many colors', () => {
    const { colours, prior, nearness } = scene(0.6);
    const plain = weighColors(scene(0).colours, prior, nearness, 6);
    const varied = weighColors(colours, prior, nearness, 6);
    expect(varied.precision.data[15 * width + 20]).toBeLessThan(plain.precision.data[15 * width + 20]! / 3);
    const mean = [15, 17, 19, 21, 23].reduce((sum, x) => sum + varied.alpha.data[15 * width + x]!, 0) / 5;
    expect(mean).toBeGreaterThan(0.35);
  });

  test('gives no evidence away from the edge', () => {
    const { colours, prior, nearness } = scene(0);
    const { alpha, precision } = weighColors(colours, prior, nearness, 6);
    expect([alpha.data[5], precision.data[5], alpha.data[38], precision.data[38]]).toEqual([1, 0, 0, 0]);
  });

  test('keeps the prior if one side is missing', () => {
    const { colours, nearness } = scene(0);
    const prior = createPlane(width, height);
    prior.data.fill(0.8);
    const { alpha } = weighColors(colours, prior, nearness, 6);
    expect(alpha.data[15 * width + 20]).toBeCloseTo(0.8, 5);
  });
});
