import { expect, test } from 'vitest';
import { createFaceChart } from '../../../../../engine/vision/analysis/chart/skin-chart.ts';
import { measureAppeal } from '../../../../../engine/vision/analysis/features/appeal.ts';
import { closeUp } from '../../../../helpers/face/closeups.ts';
import { at, dot, drawnOn, sizeOf } from '../../../../helpers/face/draw-accessories.ts';

const { photo, face } = await closeUp('woman');
const chart = await createFaceChart(photo, face);
const plain = measureAppeal(chart, face.mesh);

test('is a score from 40 to 100 with parts from 0 to 1', () => {
  expect(plain.score).toBeGreaterThan(60);
  expect(plain.score).toBeLessThanOrEqual(100);
  for (const part of [plain.symmetry, plain.proportions, plain.skin]) expect(part >= 0 && part <= 1).toBe(true);
});

test('falls with symmetry and proportions, but never below 40', () => {
  const bent = face.mesh.map((point, i) => ({
    ...point,
    y: point.y + (point.x > face.mesh[168]!.x ? 25 : 0) + (i % 7) * 8,
  }));
  const worse = measureAppeal(chart, bent);
  expect(worse.symmetry).toBeLessThan(plain.symmetry);
  expect(worse.proportions).toBeLessThan(plain.proportions);
  expect(worse.skin).toBe(plain.skin);
  expect(worse.score).toBeGreaterThanOrEqual(40);
});

test('falls with blotches on the cheeks', async () => {
  const blotches = [50, 205, 280, 425].map((index) => dot(at(face, index), sizeOf(face) * 0.04, '#7a2f28', 0.4));
  const blotchy = await createFaceChart(await drawnOn(photo, blotches.join(''), 2), face);
  expect(measureAppeal(blotchy, face.mesh).skin).toBeLessThan(plain.skin);
});
