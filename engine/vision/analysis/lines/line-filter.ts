/**
 * Oriented filter of narrow dark lines (Freeman and Adelson 1991): second derivative of a Gaussian across, Gaussian
 * along.
 */
import type { Plane } from '../../../pixels/plane.ts';

/** Standard deviations, px: `width` across, `length` along. */
type LineSize = { width: number; length: number };
type Tap = { along: number; across: number; weight: number };
export type LineFilter = readonly Tap[];

const reachInDeviations = { across: 3, along: 2 };
const tapsPerDeviation = 2;

/** Responds with 1 to a line of this width and depth 1, with 0 to even slopes. */
export function createLineFilter({ width, length }: LineSize): LineFilter {
  const taps: Tap[] = [];
  for (let i = -reachInDeviations.along * tapsPerDeviation; i <= reachInDeviations.along * tapsPerDeviation; i++) {
    for (let j = -reachInDeviations.across * tapsPerDeviation; j <= reachInDeviations.across * tapsPerDeviation; j++) {
      const [u, v] = [i / tapsPerDeviation, j / tapsPerDeviation];
      taps.push({ along: u * length, across: v * width, weight: (v * v - 1) * Math.exp((-u * u - v * v) / 2) });
    }
  }
  const mean = taps.reduce((sum, { weight }) => sum + weight, 0) / taps.length;
  const zeroMean = taps.map((tap) => ({ ...tap, weight: tap.weight - mean }));
  const response = zeroMean.reduce(
    (sum, { across, weight }) => sum - weight * Math.exp((-across * across) / width ** 2 / 2),
    0,
  );
  return zeroMean.map((tap) => ({ ...tap, weight: tap.weight / response }));
}

/** Negative for bright lines. @param angle radians, clockwise from the right */
export function lineDepth(plane: Plane, x: number, y: number, angle: number, filter: LineFilter): number {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let depth = 0;
  for (const { along, across, weight } of filter) {
    depth += weight * valueAt(plane, x + along * cos - across * sin, y + along * sin + across * cos);
  }
  return depth;
}

/** Bilinear; repeats the border. */
export function valueAt({ width, height, data }: Plane, x: number, y: number): number {
  const [u, v] = [Math.min(width - 1, Math.max(0, x)), Math.min(height - 1, Math.max(0, y))];
  const column = Math.min(width - 2, Math.floor(u));
  const row = Math.min(height - 2, Math.floor(v));
  const index = row * width + column;
  const [s, t] = [u - column, v - row];
  const top = data[index]! * (1 - s) + data[index + 1]! * s;
  return top * (1 - t) + (data[index + width]! * (1 - s) + data[index + width + 1]! * s) * t;
}
