import { expect, test } from 'vitest';
import { findGarmentBreak } from '../../../../engine/vision/clothes/garment-break.ts';
import { blue, figure, type Patch, sceneOf, top, trousers } from '../../../helpers/face/scene.ts';

const worn = [top(blue), ...trousers(blue)];
const across: Patch = { name: 'bodySkin', left: 30, right: 90, top: 118, bottom: 126 };

test('an arm in front of a garment divides it at the arm', () => {
  const line = findGarmentBreak(sceneOf([...worn, across]), 0, figure);
  expect(line.seen).toBe(true);
  expect(line.along(0)).toBeGreaterThan((across.top - figure.shoulders.y) / figure.torso - 0.03);
  expect(line.along(0)).toBeLessThan((across.bottom - figure.shoulders.y) / figure.torso + 0.03);
});

test('a darker seam divides it too', () => {
  const line = findGarmentBreak(sceneOf([...worn, { ...top([10, 15, 40]), top: 130, bottom: 134 }]), 0, figure);
  expect(line.seen).toBe(true);
  expect(line.along(0)).toBeCloseTo((132 - figure.shoulders.y) / figure.torso, 1);
});

test('plain cloth has no break; the default is at the hips', () => {
  const line = findGarmentBreak(sceneOf(worn), 0, figure);
  expect(line.seen).toBe(false);
  expect(line.along(0)).toBeCloseTo(0.98, 1);
});
