/** The shape of a brow: where its dense hair begins and ends in each column of its chart, smoothly along its whole length. */
import { boxMean } from '../../../pixels/box-filter.ts';
import type { Plane } from '../../../pixels/plane.ts';
import { cellsPerLength } from './brow-chart.ts';
import type { Course } from './brow-course.ts';

/** Row of the middle of the dense hair in each column, and how far it reaches to both sides of that, in cells. */
export type Shape = { middle: Float32Array; reach: Float32Array };

/** Hair is dense where there is at least this share of the densest of its column. */
const denseShare = 0.5;
/** Hair that is compared is averaged over so many columns to both sides, and over so many rows: single hairs and gaps have no shape. */
const along = 3;
const across = 1;
/** The shape follows the median of so many columns to both sides, and is smoothed over so many: a fold, a scrap or a gap does not bend it. */
const median = 7;
const smooth = 4;
/** No brow is thinner than this, to each side; in cells. */
const thinnest = 0.015 * cellsPerLength;
/** The tail: its length as a part of the brow's, and the largest thickness of its end as a part of that of its beginning. */
const tail = { length: 0.3, end: 0.3 };

/** @param cover hair in each cell of a chart, 0..1  @param course of the brow through the same chart */
export function shapeOf(cover: Plane, course: Course): Shape {
  const { rows, first, last, above, below, hidden } = course;
  const columns = cover.width;
  const straight = straightened(cover, course);
  const [top, bottom] = [new Float32Array(columns).fill(Number.NaN), new Float32Array(columns).fill(Number.NaN)];
  for (let column = first; column <= last; column++) {
    if (hidden[column]! > 0.5) continue;
    const coverAt = (off: number) => straight.data[(off + Math.round(above)) * columns + column]!;
    const [up, down] = [-Math.round(above), Math.round(below)];
    let densest = 0;
    for (let off = up; off <= down; off++) if (coverAt(off) > coverAt(densest)) densest = off;
    const dense = denseShare * coverAt(densest);
    if (dense <= 0) continue;
    top[column] = densest - runTo(densest - up, (k) => coverAt(densest - k) - dense);
    bottom[column] = densest + runTo(down - densest, (k) => coverAt(densest + k) - dense);
  }
  const [upper, lower] = [evened(top, first, last), evened(bottom, first, last)];
  const middle = rows.map((row, i) => row + (upper[i]! + lower[i]!) / 2);
  const reach = rows.map((_, i) => Math.max(thinnest, (lower[i]! - upper[i]!) / 2));
  // Towards the temple brows grow thinner: what grows thick again is the hair that hangs there.
  for (let i = Math.round((first + last) / 2); i > 0; i--) reach[i - 1] = Math.min(reach[i - 1]!, reach[i]!);
  taperTail(reach, first, last);
  return { middle, reach };
}

/** Lets the brow end in a point. If other hair or the edge of the photograph cuts it off, it would end as a block. */
function taperTail(reach: Float32Array, first: number, last: number): void {
  const start = first + Math.round(tail.length * (last - first));
  for (let i = 0; i < start; i++) {
    const share = Math.max(0, i - first) / (start - first);
    reach[i] = Math.min(reach[i]!, reach[start]! * (tail.end + (1 - tail.end) * share));
  }
}

/** The chart with the brow's course as a straight row, from `above` to `below` it, without single hairs. */
function straightened({ width, height, data }: Plane, { rows, above, below }: Course): Plane {
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
    straight.data.set(boxMean(rowPlane, along).data, row * width);
  }
  const columns = { ...straight, data: straight.data.slice() };
  for (let i = 0; i < straight.data.length; i++) {
    let [sum, count] = [0, 0];
    for (let k = -across; k <= across; k++) {
      const index = i + k * width;
      if (index < 0 || index >= straight.data.length) continue;
      sum += columns.data[index]!;
      count++;
    }
    straight.data[i] = sum / count;
  }
  return straight;
}

/** How far a value stays above 0, between cells too; `maxCells` cells where it always does. */
function runTo(maxCells: number, value: (cells: number) => number): number {
  for (let k = 1; k <= maxCells; k++) {
    const [before, here] = [value(k - 1), value(k)];
    if (here < 0) return k - 1 + before / (before - here);
  }
  return maxCells;
}

/** Values of the columns where there are any (not NaN), carried on to the others and without leaps. */
function evened(values: Float32Array, first: number, last: number): Float32Array {
  const even = values.map((_, column) => {
    const centerColumn = Math.min(last, Math.max(first, column));
    for (let reach = median; reach < 2 * values.length; reach *= 2) {
      const near = values
        .slice(Math.max(0, centerColumn - reach), centerColumn + reach + 1)
        .filter((value) => !Number.isNaN(value));
      if (near.length > 0) return near.sort()[Math.floor(near.length / 2)]!;
    }
    return 0;
  });
  return boxMean({ width: even.length, height: 1, data: even }, smooth).data;
}
