/**
 * Finds narrow dark lines: a filter that is the second derivative of a Gaussian curve across the line, and a Gaussian curve along it
 * (the oriented filters of Freeman and Adelson 1991). It sees neither slopes nor flat places, and tells a line from an edge.
 */
import type { Plane } from '../../../pixels/plane.ts';

/** Deviations of both curves, px: half the width of a line at two thirds of its depth, and how far it runs on. */
export type LineSize = { width: number; length: number };
type Tap = { along: number; across: number; weight: number };
export type LineFilter = readonly Tap[];

/** How far the curves are followed, in deviations. */
const reach = { across: 3, along: 2 };
/** Taps per deviation. */
const density = 2;

/** @returns a filter that answers 1 to a line of this width, 1 deep, and 0 to whatever is even or slopes evenly. */
export function lineFilter({ width, length }: LineSize): LineFilter {
  const taps: Tap[] = [];
  for (let i = -reach.along * density; i <= reach.along * density; i++) {
    for (let j = -reach.across * density; j <= reach.across * density; j++) {
      const [u, v] = [i / density, j / density];
      taps.push({ along: u * length, across: v * width, weight: (v * v - 1) * Math.exp((-u * u - v * v) / 2) });
    }
  }
  const mean = taps.reduce((sum, { weight }) => sum + weight, 0) / taps.length;
  const even = taps.map((tap) => ({ ...tap, weight: tap.weight - mean }));
  const answer = even.reduce(
    (sum, { across, weight }) => sum - weight * Math.exp((-across * across) / width ** 2 / 2),
    0,
  );
  return even.map((tap) => ({ ...tap, weight: tap.weight / answer }));
}

/** How deep a line through (`x`, `y`) is that runs at `angle` (radians, 0 to the right, clockwise as looked at); below 0 on a bright one. */
export function lineDepth(plane: Plane, x: number, y: number, angle: number, filter: LineFilter): number {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let depth = 0;
  for (const { along, across, weight } of filter) {
    depth += weight * valueAt(plane, x + along * cos - across * sin, y + along * sin + across * cos);
  }
  return depth;
}

/** Bilinear; beyond the border as on it. */
export function valueAt({ width, height, data }: Plane, x: number, y: number): number {
  const [u, v] = [Math.min(width - 1, Math.max(0, x)), Math.min(height - 1, Math.max(0, y))];
  const column = Math.min(width - 2, Math.floor(u));
  const row = Math.min(height - 2, Math.floor(v));
  const index = row * width + column;
  const [s, t] = [u - column, v - row];
  const top = data[index]! * (1 - s) + data[index + 1]! * s;
  return top * (1 - t) + (data[index + width]! * (1 - s) + data[index + width + 1]! * s) * t;
}
