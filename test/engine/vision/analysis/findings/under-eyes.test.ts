import { describe, expect, test } from 'vitest';
import { createFaceChart } from '../../../../../engine/vision/analysis/chart/skin-chart.ts';
import { sideZones } from '../../../../../engine/vision/analysis/chart/zones.ts';
import {
  findUnderEyes,
  measureCircles,
  measurePouches,
} from '../../../../../engine/vision/analysis/findings/under-eyes.ts';
import { closeUp } from '../../../../helpers/face/closeups.ts';
import { at, drawnOn, points, sizeOf } from '../../../../helpers/face/draw-accessories.ts';

describe('a rested face', async () => {
  const { photo, face } = await closeUp('woman');
  const size = sizeOf(face);
  const rested = await createFaceChart(photo, face);
  const shadow = (opacity: number) =>
    (['left', 'right'] as const)
      .map(
        (side) =>
          `<polygon points="${points(face, sideZones.underEye[side])}" fill="#2c2340" fill-opacity="${opacity}"/>`,
      )
      .join('');
  const darkened = async (opacity: number) =>
    createFaceChart(await drawnOn(photo, shadow(opacity), size * 0.012), face);

  test('has neither circles nor bags', () => {
    const { dark_circle, eye_pouch } = findUnderEyes(rested);
    expect([dark_circle.value, eye_pouch.value]).toEqual([0, 0]);
  });

  test('gets dark circles from darker skin below the eyes, with more confidence if darker', {
    tags: ['long'],
  }, async () => {
    const [some, more] = [await darkened(0.25), await darkened(0.4)];
    expect(measureCircles(some)).toBeGreaterThan(measureCircles(rested)! + 3);
    expect(measureCircles(more)).toBeGreaterThan(measureCircles(some)! + 3);
    const { dark_circle } = findUnderEyes(more);
    expect(dark_circle.value).toBe(1);
    expect(dark_circle.confidence).toBeGreaterThan(findUnderEyes(some).dark_circle.confidence);
  });

  test('gets bags from a groove below them', async () => {
    const groove = [
      [121, 120, 119, 118, 117],
      [350, 349, 348, 347, 346],
    ].map(
      (line) =>
        `<polyline points="${line.map((index) => `${at(face, index).x},${at(face, index).y}`).join(' ')}" fill="none" stroke="#4a2c20" stroke-opacity="0.5" stroke-width="${size * 0.018}"/>`,
    );
    const chart = await createFaceChart(await drawnOn(photo, groove.join(''), size * 0.006), face);
    expect(findUnderEyes(chart).eye_pouch.value).toBe(1);
    expect(measurePouches(chart)).toBeGreaterThan(measurePouches(rested)! + 1.5);
  });
});
