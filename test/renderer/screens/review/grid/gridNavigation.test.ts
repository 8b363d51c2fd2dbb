import { expect, it } from 'vitest';
import { gridColumns, nextGridIndex } from '../../../../../renderer/screens/review/grid/gridNavigation.ts';

// Three columns, eight tiles: the last row has two.
it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 7, 7],
  ['ArrowLeft', 0, 0],
  ['ArrowLeft', 3, 2],
  ['ArrowDown', 1, 4],
  ['ArrowDown', 5, 5],
  ['ArrowUp', 4, 1],
  ['ArrowUp', 1, 1],
  ['Home', 5, 0],
  ['End', 2, 7],
  ['x', 2, null],
])('%s from %i leads to %s', (key, from, to) => {
  expect(nextGridIndex(key, from, 3, 8)).toBe(to);
});

it.each([
  [0, { count: 1, side: 1, step: 0 }],
  [150, { count: 1, side: 150, step: 0 }],
  [400, { count: 3, side: 122, step: 139 }],
  [416, { count: 3, side: 128, step: 144 }],
])('fills %i px with columns', (width, expected) => {
  expect(gridColumns(width, 120, 16)).toEqual(expected);
});
