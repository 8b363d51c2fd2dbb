import { expect, test } from 'vitest';
import { solve3 } from '../../../engine/pixels/solve-linear.ts';

test('solves three equations', () => {
  const rows = [
    [2, 1, -1],
    [0, 3, 1],
    [1, 0, 4],
  ];
  const solution = solve3(rows, [1, 9, 13]);
  for (const [i, row] of rows.entries()) {
    expect(row.reduce((sum, value, j) => sum + value * solution[j]!, 0)).toBeCloseTo([1, 9, 13][i]!, 10);
  }
});
