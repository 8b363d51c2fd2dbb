/**
 * Outline of a brow: width at half maximum in each column, then a running median. The median must precede the mean,
 * which would spread folds and gaps.
 */
import { boxMean } from '../../../pixels/box-filter.ts';
import type { Plane } from '../../../pixels/plane.ts';
import { cellsPerLength } from './brow-chart.ts';
import type { Course } from './brow-course.ts';

/** Center row and half thickness of dense hair, in cells. */
export type Shape = { middle: Float32Array; reach: Float32Array };

/** Relative to the maximum. */
const denseShare = 0.5;
/** In cells. */
const columnRadius = 3;
const rowRadius = 1;
const medianRadius = 7;
const meanRadius = 4;
const minHalfThickness = 0.015 * cellsPerLength;
/** Length in lengths of the brow; thickness of its end relative to its start. */
const tail = { length: 0.3, end: 0.3 };

export function measureShape(cover: Plane, course: Course): Shape {
  const { rows, first, last, above, below, hidden } = course;
  const columns = cover.width;
  const straight = straighten(cover, course);
  const [top, bottom] = [new Float32Array(columns).fill(Number.NaN), new Float32Array(columns).fill(Number.NaN)];
  for (let column = first; column <= last; column++) {
    if (hidden[column]! > 0.5) continue;
    const coverAt = (off: number) => straight.data[(off + Math.round(above)) * columns + column]!;
    const [up, down] = [-Math.round(above), Math.round(below)];
    let densest = 0;
    for (let off = up; off <= down; off++) if (coverAt(off) > coverAt(densest)) densest = off;
    const dense = denseShare * coverAt(densest);
    if (dense <= 0) continue;
    top[column] = densest - findCrossing(densest - up, (k) => coverAt(densest - k) - dense);
    bottom[column] = densest + findCrossing(down - densest, (k) => coverAt(densest + k) - dense);
  }
  const [upper, lower] = [smoothValues(top, first, last), smoothValues(bottom, first, last)];
  const middle = rows.map((row, i) => row + (upper[i]! + lower[i]!) / 2);
  const reach = rows.map((_, i) => Math.max(minHalfThickness, (lower[i]! - upper[i]!) / 2));
  // Brows become thinner towards the temple.
  for (let i = Math.round((first + last) / 2); i > 0; i--) reach[i - 1] = Math.min(reach[i - 1]!, reach[i]!);
  taperTail(reach, first, last);
  return { middle, reach };
}

/** A brow that something cuts off would end as a block. */
function taperTail(reach: Float32Array, first: number, last: number): void {
  const start = first + Math.round(tail.length * (last - first));
  for (let i = 0; i < start; i++) {
    const share = Math.max(0, i - first) / (start - first);
    reach[i] = Math.min(reach[i]!, reach[start]! * (tail.end + (1 - tail.end) * share));
  }
}

function straighten({ width, height, data }: Plane, { rows, above, below }: Course): Plane {
  const up = Math.round(above);
  const tall = up + Math.round(below) + 1;
  const straight: Plane = { width, height: tall, data: new Float32Array(width * tall) };
  for (let column = 0; column < width; column++) {
    for (let off = 0; off < tall; off++) {
      const row = Math.round(rows[column]! + off - up);
      if (row >= 0 && row < height) straight.data[off * width + column] = Math.min(1, data[row * width + column]!);
    }
  }
  for (let row = 0; row < tall; row++) {
    const rowPlane = { width, height: 1, data: straight.data.slice(row * width, (row + 1) * width) };
    straight.data.set(boxMean(rowPlane, columnRadius).data, row * width);
  }
  const columns = { ...straight, data: straight.data.slice() };
  for (let i = 0; i < straight.data.length; i++) {
    let [sum, count] = [0, 0];
    for (let k = -rowRadius; k <= rowRadius; k++) {
      const index = i + k * width;
      if (index < 0 || index >= straight.data.length) continue;
      sum += columns.data[index]!;
      count++;
    }
    straight.data[i] = sum / count;
  }
  return straight;
}

/** Cells to the zero crossing. */
function findCrossing(maxCells: number, value: (cells: number) => number): number {
  for (let k = 1; k <= maxCells; k++) {
    const [before, here] = [value(k - 1), value(k)];
    if (here < 0) return k - 1 + before / (before - here);
  }
  return maxCells;
}

/** Smooths values, and fills columns without any (NaN). */
function smoothValues(values: Float32Array, first: number, last: number): Float32Array {
  const even = values.map((_, column) => {
    const centerColumn = Math.min(last, Math.max(first, column));
    for (let reach = medianRadius; reach < 2 * values.length; reach *= 2) {
      const near = values
        .slice(Math.max(0, centerColumn - reach), centerColumn + reach + 1)
        .filter((value) => !Number.isNaN(value));
      if (near.length > 0) return near.sort()[Math.floor(near.length / 2)]!;
    }
    return 0;
  });
  return boxMean({ width: even.length, height: 1, data: even }, meanRadius).data;
}
