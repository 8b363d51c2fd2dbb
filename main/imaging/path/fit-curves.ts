/**
 * Cubic Bézier curves through points (Philip J. Schneider, "An algorithm for automatically fitting digitized curves", Graphics Gems,
 * 1990): least squares along given tangents, the parameters put right by Newton's method, and cut in two where that is not near enough.
 */
import type { Point } from './subpath.ts';

/** From one point to another, with two control points between. */
export type Curve = readonly [Point, Point, Point, Point];

/** x and y of points in turn. */
export type Points = Float32Array;

/** Times the parameters are put right before a stretch is cut in two. */
const rounds = 4;
/** A stretch whose error is that many times the tolerance (squared) will not come near enough. */
const hopeless = 16;

/**
 * The curves through the points `first` to `last`, each point at most `tolerance` px from them.
 * @param start unit vector in which the first curve leaves
 * @param end unit vector from the last point back, in which the last one arrives
 * @param maxCurves curves; null where more are needed
 */
export function fitCurves(
  points: Points,
  [first, last]: readonly [number, number],
  [start, end]: readonly [Point, Point],
  tolerance: number,
  maxCurves: number,
): Curve[] | null {
  const curves: Curve[] = [];
  const stretches = [{ first, last, start, end }];
  for (let next = stretches.pop(); next !== undefined; next = stretches.pop()) {
    if (curves.length >= maxCurves) return null;
    const { curve, worst } = fitOne(points, next, tolerance);
    if (curve !== null) {
      curves.push(curve);
      continue;
    }
    // Both sides meet in one direction: that of the points around.
    const through = direction(points, Math.max(next.first, worst - 2), Math.min(next.last, worst + 2));
    const back = { x: -through.x, y: -through.y };
    stretches.push({ first: worst, last: next.last, start: through, end: next.end });
    stretches.push({ first: next.first, last: worst, start: next.start, end: back });
  }
  return curves;
}

interface Stretch {
  readonly first: number;
  readonly last: number;
  readonly start: Point;
  readonly end: Point;
}

/** One curve for the whole stretch; or none that is near enough, and the point that is farthest from it. */
function fitOne(points: Points, stretch: Stretch, tolerance: number): { curve: Curve | null; worst: number } {
  const { first, last } = stretch;
  if (last - first === 1) {
    const along = direction(points, first, last);
    // Tangents may lead anywhere between two neighbours; the line is never wrong.
    const line = { ...stretch, start: along, end: { x: -along.x, y: -along.y } };
    return { curve: straight(points, line), worst: first };
  }
  const along = arcLengths(points, first, last);
  const bound = tolerance * tolerance;
  let worst = first;
  for (let round = 0; round <= rounds; round++) {
    const curve = fitLeastSquares(points, stretch, along);
    const farthest = farthestFrom(points, first, curve, along);
    worst = first + farthest.index;
    const stray = farthest.squared <= bound ? firstPointOutside(points, first, curve, along, bound) : null;
    if (farthest.squared <= bound && stray === null) return { curve, worst };
    if (stray !== null) worst = first + stray;
    if (farthest.squared > bound * hopeless) break;
    improve(points, first, curve, along);
  }
  return { curve: null, worst: Math.min(last - 1, Math.max(first + 1, worst)) };
}

export function pointAt(points: Points, index: number): Point {
  return { x: points[index * 2] as number, y: points[index * 2 + 1] as number };
}

/** Unit vector from one point to another; to the right where they are one. */
export function direction(points: Points, from: number, to: number): Point {
  const x = (points[to * 2] as number) - (points[from * 2] as number);
  const y = (points[to * 2 + 1] as number) - (points[from * 2 + 1] as number);
  const length = Math.hypot(x, y);
  return length === 0 ? { x: 1, y: 0 } : { x: x / length, y: y / length };
}

function straight(points: Points, { first, last, start, end }: Stretch): Curve {
  const from = pointAt(points, first);
  const to = pointAt(points, last);
  const third = Math.hypot(to.x - from.x, to.y - from.y) / 3;
  return [from, moved(from, start, third), moved(to, end, third), to];
}

function moved({ x, y }: Point, along: Point, distance: number): Point {
  return { x: x + along.x * distance, y: y + along.y * distance };
}

/** Parameters 0 to 1 by the length of the line through the points. */
function arcLengths(points: Points, first: number, last: number): Float64Array {
  const along = new Float64Array(last - first + 1);
  for (let i = 1; i < along.length; i++) {
    const offset = (first + i) * 2;
    const x = (points[offset] as number) - (points[offset - 2] as number);
    const y = (points[offset + 1] as number) - (points[offset - 1] as number);
    along[i] = (along[i - 1] as number) + Math.hypot(x, y);
  }
  const totalLength = along[along.length - 1] || 1;
  for (let i = 1; i < along.length; i++) along[i] = (along[i] as number) / totalLength;
  return along;
}

/** The curve along both tangents that is nearest to the points at their parameters. */
function fitLeastSquares(points: Points, stretch: Stretch, along: Float64Array): Curve {
  const { first, last, start, end } = stretch;
  const from = pointAt(points, first);
  const to = pointAt(points, last);
  let [c00, c01, c11, x0, x1] = [0, 0, 0, 0, 0];
  const across = start.x * end.x + start.y * end.y;
  for (let i = 0; i < along.length; i++) {
    const t = along[i] as number;
    const u = 1 - t;
    const b1 = 3 * t * u * u;
    const b2 = 3 * t * t * u;
    const near = u * u * u + b1;
    const far = t * t * t + b2;
    const restX = (points[(first + i) * 2] as number) - from.x * near - to.x * far;
    const restY = (points[(first + i) * 2 + 1] as number) - from.y * near - to.y * far;
    c00 += b1 * b1;
    c01 += b1 * b2 * across;
    c11 += b2 * b2;
    x0 += b1 * (start.x * restX + start.y * restY);
    x1 += b2 * (end.x * restX + end.y * restY);
  }
  const determinant = c00 * c11 - c01 * c01;
  const chord = Math.hypot(to.x - from.x, to.y - from.y);
  const startHandle = (x0 * c11 - x1 * c01) / determinant;
  const endHandle = (c00 * x1 - c01 * x0) / determinant;
  // Handles that turn back, or are longer than the whole way, make loops (Wu and Barsky's rule then).
  const fine = (handle: number) => handle > 1e-3 * chord && handle < 3 * chord + 1;
  if (!fine(startHandle) || !fine(endHandle)) return straight(points, stretch);
  return [from, moved(from, start, startHandle), moved(to, end, endHandle), to];
}

/** The curve's place, and its first and second derivative, one coordinate at a time. */
function place(a: number, b: number, c: number, d: number, t: number): number {
  const u = 1 - t;
  return u * u * u * a + 3 * t * u * u * b + 3 * t * t * u * c + t * t * t * d;
}
function slope(a: number, b: number, c: number, d: number, t: number): number {
  const u = 1 - t;
  return 3 * (u * u * (b - a) + 2 * t * u * (c - b) + t * t * (d - c));
}
function bend(a: number, b: number, c: number, d: number, t: number): number {
  return 6 * ((1 - t) * (c - 2 * b + a) + t * (d - 2 * c + b));
}

export function evaluateCurve([a, b, c, d]: Curve, t: number): Point {
  return { x: place(a.x, b.x, c.x, d.x, t), y: place(a.y, b.y, c.y, d.y, t) };
}

function farthestFrom(points: Points, first: number, [a, b, c, d]: Curve, along: Float64Array) {
  let [index, squared] = [0, 0];
  for (let i = 1; i < along.length - 1; i++) {
    const t = along[i] as number;
    const x = place(a.x, b.x, c.x, d.x, t) - (points[(first + i) * 2] as number);
    const y = place(a.y, b.y, c.y, d.y, t) - (points[(first + i) * 2 + 1] as number);
    if (x * x + y * y <= squared) continue;
    squared = x * x + y * y;
    index = i;
  }
  return { index, squared };
}

/** Places between two points where the curve is looked at: it may make a bow or a loop there, and meet both all the same. */
const between = [0.25, 0.5, 0.75];

/** The first point after which the curve is farther from the line to the next one than `bound` (px²); null for none. */
function firstPointOutside(
  points: Points,
  first: number,
  curve: Curve,
  along: Float64Array,
  bound: number,
): number | null {
  for (let i = 0; i + 1 < along.length; i++) {
    const from = along[i] as number;
    const to = along[i + 1] as number;
    if (to < from) return i;
    const start = pointAt(points, first + i);
    const end = pointAt(points, first + i + 1);
    for (const share of between) {
      if (squaredToLine(evaluateCurve(curve, from + (to - from) * share), start, end) > bound) return i;
    }
  }
  return null;
}

/** From a point to the nearest of a line with two ends, px². */
function squaredToLine(point: Point, start: Point, end: Point): number {
  const [x, y] = [end.x - start.x, end.y - start.y];
  const length = x * x + y * y;
  const share = length === 0 ? 0 : ((point.x - start.x) * x + (point.y - start.y) * y) / length;
  const t = Math.max(0, Math.min(1, share));
  return (point.x - start.x - t * x) ** 2 + (point.y - start.y - t * y) ** 2;
}

/** Moves each parameter to where the curve is nearer to its point (one step of Newton's method). */
function improve(points: Points, first: number, [a, b, c, d]: Curve, along: Float64Array): void {
  for (let i = 1; i < along.length - 1; i++) {
    const t = along[i] as number;
    const x = place(a.x, b.x, c.x, d.x, t) - (points[(first + i) * 2] as number);
    const y = place(a.y, b.y, c.y, d.y, t) - (points[(first + i) * 2 + 1] as number);
    const slopeX = slope(a.x, b.x, c.x, d.x, t);
    const slopeY = slope(a.y, b.y, c.y, d.y, t);
    const curved = x * bend(a.x, b.x, c.x, d.x, t) + y * bend(a.y, b.y, c.y, d.y, t);
    const divisor = slopeX * slopeX + slopeY * slopeY + curved;
    if (Math.abs(divisor) < 1e-12) continue;
    along[i] = Math.min(1, Math.max(0, t - (x * slopeX + y * slopeY) / divisor));
  }
}
