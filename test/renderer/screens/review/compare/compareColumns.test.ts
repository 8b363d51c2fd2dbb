import { expect, it } from 'vitest';
import { compareColumns } from '../../../../../renderer/screens/review/compare/compareColumns.ts';

const wide = { width: 3000, height: 2000 };
const tall = { width: 2000, height: 3000 };
const stage = { width: 1400, height: 800 };

it.each([
  ['one', [wide], stage, 1],
  ['two wide ones', [wide, wide], { width: 700, height: 900 }, 2],
  ['three', [tall, wide, tall], stage, 3],
  ['four wide ones', [wide, wide, wide, wide], stage, 2],
  ['four tall ones', [tall, tall, tall, tall], stage, 4],
  ['four tall ones on a narrow stage', [tall, tall, tall, tall], { width: 700, height: 900 }, 2],
  ['four of which nothing is known yet', [], stage, 1],
] as const)('%s', (_, shapes, on, columns) => {
  expect(compareColumns(shapes, on)).toBe(columns);
});
