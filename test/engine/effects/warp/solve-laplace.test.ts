import { expect, test } from 'vitest';
import { solveWeightedLaplace } from '../../../../engine/effects/warp/solve-laplace.ts';

const columns = 21;
const rows = 9;
const plane = (of: (column: number, row: number) => number) =>
  Float32Array.from({ length: columns * rows }, (_, at) => of(at % columns, Math.floor(at / columns)));

test('the movement falls off evenly between two fixed sides', () => {
  const values = solveWeightedLaplace({
    columns,
    rows,
    stiffness: plane(() => 1),
    hold: plane((column) => (column === 0 || column === columns - 1 ? 1000 : 0)),
    wanted: plane((column) => (column === 0 ? 1 : 0)),
  });
  for (let at = 0; at < values.length; at++) expect(values[at]).toBeCloseTo(1 - (at % columns) / (columns - 1), 2);
});

test('a stiff part moves as a whole, and the soft part next to it deforms', () => {
  const isStiff = (column: number) => column >= 8 && column <= 14;
  const values = solveWeightedLaplace({
    columns,
    rows,
    stiffness: plane((column) => (isStiff(column) ? 400 : 1)),
    hold: plane((column) => (column === 0 || column === columns - 1 ? 1000 : 0)),
    wanted: plane((column) => (column === 0 ? 1 : 0)),
  });
  const row = (column: number) => values[4 * columns + column]!;
  expect(Math.abs(row(8) - row(14))).toBeLessThan(0.01);
  expect(row(0) - row(7)).toBeGreaterThan(0.3);
});

test('a part connected to one side only moves with it', () => {
  const values = solveWeightedLaplace({
    columns,
    rows,
    stiffness: plane((column) => (column <= 10 ? 1 : 1e-4)),
    hold: plane((column) => (column === 0 || column === columns - 1 ? 1000 : 0)),
    wanted: plane((column) => (column === 0 ? 1 : 0)),
  });
  expect(values[4 * columns + 10]).toBeGreaterThan(0.98);
});
