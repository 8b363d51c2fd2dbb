/**
 * Wrinkles as paths. An area is straightened, so that its wrinkles run along rows. A filter (second derivative of a
 * Gaussian) measures depths, and the deepest path through each place their length, as path openings do (Talbot and
 * Appleton 2007): pores and sheen are as deep, but end soon.
 */
import { windowOf } from '../../../pixels/masked-filter.ts';
import type { Plane } from '../../../pixels/plane.ts';
import type { Point } from '../../face/find-faces.ts';
import { chartFaceSize } from '../chart/skin-chart.ts';
import { reliefGain } from '../chart/skin-tone.ts';
import { valueAt } from './line-filter.ts';
import { type Relief, topMean } from './valleys.ts';

/** Horizontal, vertical, or away from a point. */
export type Course = 'level' | 'upright' | { from: Point };
/** L of mid-toned skin. `along`: mean depth of the deepest paths. `relief`: mean of the largest depths and heights. */
type PathDepths = { along: number; relief: number };

/** `inside` is 1 for measured skin. */
type Strip = { width: number; height: number; skin: Float32Array; gain: Float32Array; inside: Uint8Array };
type Straightening = { width: number; height: number; place: (u: number, v: number) => { x: number; y: number } };

/** Standard deviation, fit to wrinkles. */
const lineWidth = 0.004;
/** To each side; columns per step. A step changes rows by one at most (27°). */
const pathReach = 0.03;
const stepColumns = 2;
const wrinkleShare = 0.3;
const minPixels = 240;
/** Edges of hair, brows and lashes resemble lines. */
const clearance = 0.01;
const minClearShare = 0.95;
/** Leaves the area, also in sums (below a thousandth). */
const outsideDepth = -1e9;

/** Returns null if too little skin is visible. @param area inside from 0.5 */
export function measurePaths(relief: Relief, area: Plane, course: Course): PathDepths | null {
  const clear = windowOf(relief.covered, Math.round(clearance * chartFaceSize)).weight.data;
  const isInside = (index: number) => area.data[index]! >= 0.5 && clear[index]! >= minClearShare;
  const places: number[] = [];
  for (let index = 0; index < area.data.length; index++) if (isInside(index)) places.push(index);
  if (places.length < minPixels) return null;
  const strip = createStrip(relief, isInside, straighten(places, area.width, course));
  const depth = measureDepths(strip);
  const paths = averagePaths(strip, depth);
  const along: number[] = [];
  const heights: number[] = [];
  for (let i = 0; i < depth.length; i++) {
    if (strip.inside[i] === 0) continue;
    heights.push(Math.abs(depth[i]!));
    if (paths[i]! > outsideDepth / 1000) along.push(paths[i]!);
  }
  if (along.length < minPixels / 4) return null;
  return { along: Math.max(0, topMean(along, wrinkleShare)), relief: topMean(heights, wrinkleShare) };
}

function straighten(places: readonly number[], chartWidth: number, course: Course): Straightening {
  const points = places.map((index) => ({ x: index % chartWidth, y: Math.floor(index / chartWidth) }));
  if (typeof course === 'string') {
    const [x, y] = [rangeOf(points.map((point) => point.x)), rangeOf(points.map((point) => point.y))];
    return course === 'level'
      ? { width: x.size, height: y.size, place: (u, v) => ({ x: x.min + u, y: y.min + v }) }
      : { width: y.size, height: x.size, place: (u, v) => ({ x: x.min + v, y: y.min + u }) };
  }
  const { from } = course;
  const rays = points.map(({ x, y }) => ({ x: x - from.x, y: y - from.y }));
  const middle = Math.atan2(meanOf(rays.map(({ y }) => y)), meanOf(rays.map(({ x }) => x)));
  const angles = rays.map(({ x, y }) => {
    const [cos, sin] = [Math.cos(middle), Math.sin(middle)];
    return Math.atan2(y * cos - x * sin, x * cos + y * sin);
  });
  const radii = rays.map(({ x, y }) => Math.hypot(x, y));
  const radius = rangeOf(radii);
  // Rows are 1 px apart at the mean radius.
  const unit = meanOf(radii);
  const arc = rangeOf(angles.map((angle) => angle * unit));
  return {
    width: radius.size,
    height: arc.size,
    place: (u, v) => {
      const angle = middle + (arc.min + v) / unit;
      return { x: from.x + (radius.min + u) * Math.cos(angle), y: from.y + (radius.min + u) * Math.sin(angle) };
    },
  };
}

function createStrip(
  relief: Relief,
  isInside: (index: number) => boolean,
  { width, height, place }: Straightening,
): Strip {
  const chart = relief.skin;
  const size = width * height;
  const strip = {
    width,
    height,
    skin: new Float32Array(size),
    gain: new Float32Array(size),
    inside: new Uint8Array(size),
  };
  for (let v = 0; v < height; v++) {
    for (let u = 0; u < width; u++) {
      const { x, y } = place(u, v);
      const [column, row] = [Math.round(x), Math.round(y)];
      const index = column >= 0 && column < chart.width ? row * chart.width + column : -1;
      const i = v * width + u;
      strip.skin[i] = valueAt(chart, x, y);
      strip.gain[i] = reliefGain(relief.light.data[index] ?? 0);
      strip.inside[i] = isInside(index) ? 1 : 0;
    }
  }
  return strip;
}

/** L of mid-toned skin; negative if bright. */
function measureDepths({ width, height, skin, gain }: Strip): Float32Array {
  const sigma = lineWidth * chartFaceSize;
  const reach = Math.ceil(3 * sigma);
  const gaussian = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-(((i - reach) / sigma) ** 2) / 2));
  const curvature = gaussian.map((value, i) => (((i - reach) / sigma) ** 2 - 1) * value);
  const mean = meanOf(curvature);
  const zeroMean = curvature.map((value) => value - mean);
  const response = zeroMean.reduce((sum, weight, i) => sum - weight * gaussian[i]!, 0);
  const total = gaussian.reduce((sum, value) => sum + value, 0);
  const rows = convolve(
    skin,
    width,
    height,
    gaussian.map((value) => value / total),
    1,
  );
  const depths = convolve(
    rows,
    width,
    height,
    zeroMean.map((value) => value / response),
    width,
  );
  return depths.map((depth, i) => depth * gain[i]!);
}

/** Repeats the border. @param stride 1 along rows, `width` along columns */
function convolve(data: Float32Array, width: number, height: number, kernel: readonly number[], stride: number) {
  const reach = (kernel.length - 1) / 2;
  const out = new Float32Array(data.length);
  for (let i = 0; i < data.length; i++) {
    const [position, last] = stride === 1 ? [i % width, width - 1] : [Math.floor(i / width), height - 1];
    let sum = 0;
    for (let k = -reach; k <= reach; k++) {
      const source = Math.min(last, Math.max(0, position + k));
      sum += kernel[k + reach]! * data[i + (source - position) * stride]!;
    }
    out[i] = sum;
  }
  return out;
}

function averagePaths(strip: Strip, depth: Float32Array): Float32Array {
  const steps = Math.round((pathReach * chartFaceSize) / stepColumns);
  const [before, after] = [-stepColumns, stepColumns].map((columns) => sumDeepestPaths(strip, depth, columns, steps));
  return depth.map((value, i) => (before![i]! + value + after![i]!) / (2 * steps + 1));
}

/** Sums the deepest path of `steps` steps from each place, itself excluded. */
function sumDeepestPaths({ width, height, inside }: Strip, depth: Float32Array, columns: number, steps: number) {
  let sums = new Float32Array(depth.length);
  for (let step = 0; step < steps; step++) {
    const extended = new Float32Array(depth.length).fill(outsideDepth);
    for (let v = 0; v < height; v++) {
      for (let u = Math.max(0, -columns); u < width - Math.max(0, columns); u++) {
        let deepest = outsideDepth;
        for (let row = Math.max(0, v - 1); row <= Math.min(height - 1, v + 1); row++) {
          const next = row * width + u + columns;
          if (inside[next] === 1) deepest = Math.max(deepest, sums[next]! + depth[next]!);
        }
        extended[v * width + u] = deepest;
      }
    }
    sums = extended;
  }
  return sums;
}

function rangeOf(values: readonly number[]): { min: number; size: number } {
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) [min, max] = [Math.min(min, value), Math.max(max, value)];
  return { min, size: Math.ceil(max - min) + 1 };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
