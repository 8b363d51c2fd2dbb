import { expect, test } from 'vitest';
import { classifyHairLength, detectFringe } from '../../../../../engine/vision/analysis/appearance/hair.ts';
import { brownish, drawChart, hairDownTo, middle } from '../../../../helpers/face/drawn-chart.ts';

test.each([
  [0, 'bald', 0],
  [180, 'short', 1],
  [520, 'below the jaw', 2],
  [700, 'long', 3],
])('hair down to row %d is %s', (end, _name, type) => {
  const { probability, ...length } = classifyHairLength(drawChart(brownish, hairDownTo(end)), 1);
  expect(length).toEqual({ type });
  expect(probability).toBeGreaterThan(0.4);
});

test('the length of hair that the photograph cuts off is less certain', () => {
  const chart = drawChart(brownish, hairDownTo(700));
  expect(classifyHairLength(chart, 0).probability).toBeLessThan(classifyHairLength(chart, 1).probability);
});

test('hair over the forehead is a fringe', () => {
  expect(detectFringe(drawChart(brownish, hairDownTo(300))).type).toBe(0);
  const combed = (x: number, y: number) => (y < middle - 110 ? 'hair' : hairDownTo(300)(x, y));
  expect(detectFringe(drawChart(brownish, combed)).type).toBe(1);
});
