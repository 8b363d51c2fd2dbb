import { expect, test } from 'vitest';
import type { Reading } from './readings.ts';
import { lastRatios, lineOf, ratiosIn } from './readings.ts';

const lanes: Reading = {
  ...{ figure: 'lanes', unit: 'photographs/s', ours: 37.44, peer: 80, ratio: 0.468, goal: { atLeast: 0.9 } },
  note: '36 ms each',
};

test('formats a figure as one line with the last ratio and the goal', () => {
  expect(lineOf(lanes, 0.45)).toBe('lanes  0.468 (was 0.45, goal ≥ 0.9): 37.4 beside 80 photographs/s; 36 ms each');
  const { note: _, ...bare } = lanes;
  expect(lineOf({ ...bare, goal: null }, undefined)).toBe('lanes  0.468 (new): 37.4 beside 80 photographs/s');
});

test('reads the last ratios from the table of figures, and from no other', () => {
  const table = [
    '| figure | goal | ratio |',
    '| --- | --- | --- |',
    '| lanes | ≥ 0.9 | **0.47** |',
    '| held | | none |',
  ];
  const otherTable = ['', '| figure | ratio |', '| --- | --- |', '| window | 3 |'];
  expect([...ratiosIn([...table, ...otherTable].join('\n'))]).toEqual([['lanes', 0.47]]);
});

test('finds the ratios of docs/performance.md', async () => {
  expect([...(await lastRatios()).keys()]).toContain('lanes');
});
