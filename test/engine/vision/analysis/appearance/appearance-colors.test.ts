import { expect, test } from 'vitest';
import {
  classifyHairColor,
  classifyHatColor,
  classifySkinColor,
} from '../../../../../engine/vision/analysis/appearance/appearance-colors.ts';
import { brownish, drawChart, hairDownTo, isFace, middle } from '../../../../helpers/face/drawn-chart.ts';

test.each([
  [[18, 1, 2], 0],
  [[62, 5, 25], 1],
  [brownish, 2],
  [[70, 0, 2], 3],
  [[40, 24, 28], 4],
  [[45, 36, -18], 5],
] as const)('hair of the color %j has the code %d', (lab, type) => {
  expect(classifyHairColor(drawChart(lab, hairDownTo(300))).type).toBe(type);
});

test('the color of missing hair is a guess', () => {
  expect(classifyHairColor(drawChart(brownish, hairDownTo(0)))).toEqual({ type: 0, probability: 1 / 6 });
});

test('a hat has the color above the forehead; no hat has none', () => {
  const hat = (x: number, y: number) => (isFace(x, y) || y > middle ? 'faceSkin' : 'others');
  expect(classifyHatColor(drawChart([40, 55, 35], hat), 0.9).type).toBe(1);
  expect(classifyHatColor(drawChart([40, 5, -40], hat), 0.9).type).toBe(3);
  expect(classifyHatColor(drawChart([40, 55, 35], hat), 0.1)).toEqual({ type: 0, probability: 0.9 });
});

test.each([
  [[25, 8, 12], 0],
  [[48, 12, 20], 1],
  [[62, 12, 17], 2],
  [[78, 8, 14], 3],
] as const)('skin of the color %j has the code %d', (lab, type) => {
  expect(classifySkinColor(drawChart(lab, () => 'faceSkin')).type).toBe(type);
});
