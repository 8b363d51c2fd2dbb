/**
 * Fits cubic Bézier curves to points (Schneider, "An algorithm for automatically fitting digitized curves", Graphics
 * Gems, 1990): least squares along given tangents, refined by Newton's method, split if the error stays too large.
 */
import type { Point } from './subpath.ts';

/** Start, two control points and end. */
export type Curve = readonly [Point, Point, Point, Point];

/** Alternating x and y. */
export type Points = Float32Array;

/** Refinements of the parameters before a span is split. */
const maxRefinements = 4;
/** Factor of the squared tolerance from where refinement is pointless. */
const pointlessFactor = 16;

/**
 * Fits curves to the points `first` to `last`, each within `tolerance` px.
 * @param start unit vector along the first curve
 * @param end unit vector back along the last curve
 * @returns null if more than `maxCurves` are needed
 */
export function fitCurves(
  points: Points,
  [first, last]: readonly [number, number],
  [start, end]: readonly [Point, Point],
  tolerance: number,
  maxCurves: number,
): Curve[] | null {
  const curves: Curve[] = [];
  const spans = [{ first, last, start, end }];
  for (let next = spans.pop(); next !== undefined; next = spans.pop()) {
    if (curves.length >= maxCurves) return null;
    const { curve, worst } = fitOne(points, next, tolerance);
    if (curve !== null) {
      curves.push(curve);
      continue;
    }
    const through = direction(points, Math.max(next.first, worst - 2), Math.min(next.last, worst + 2));
    const back = { x: -through.x, y: -through.y };
    spans.push({ first: worst, last: next.last, start: through, end: next.end });
    spans.push({ first: next.first, last: worst, start: next.start, end: back });
  }
  return curves;
}

interface Span {
  readonly first: number;
  readonly last: number;
  readonly start: Point;
  readonly end: Point;
}

/** Returns null and the farthest point if one curve is not near enough. */
function fitOne(points: Points, span: Span, tolerance: number): { curve: Curve | null; worst: number } {
  const { first, last } = span;
  if (last - first === 1) {
    const along = direction(points, first, last);
    // Right between two neighbors, whatever the tangents.
    const line = { ...span, start: along, end: { x: -along.x, y: -along.y } };
    return { curve: straight(points, line), worst: first };
  }
  const along = arcLengths(points, first, last);
  const bound = tolerance * tolerance;
  let worst = first;
  for (let round = 0; round <= maxRefinements; round++) {
    const curve = fitLeastSquares(points, span, along);
    const farthest = farthestFrom(points, first, curve, along);
    worst = first + farthest.index;
    const outside = farthest.squared <= bound ? firstPointOutside(points, first, curve, along, bound) : null;
    if (farthest.squared <= bound && outside === null) return { curve, worst };
    if (outside !== null) worst = first + outside;
    if (farthest.squared > bound * pointlessFactor) break;
    refineParameters(points, first, curve, along);
  }
  return { curve: null, worst: Math.min(last - 1, Math.max(first + 1, worst)) };
}

export function pointAt(points: Points, index: number): Point {
  return { x: points[index * 2] as number, y: points[index * 2 + 1] as number };
}

/** Points to the right if both coincide. */
export function direction(points: Points, from: number, to: number): Point {
  const x = (points[to * 2] as number) - (points[from * 2] as number);
  const y = (points[to * 2 + 1] as number) - (points[from * 2 + 1] as number);
  const length = Math.hypot(x, y);
  return length === 0 ? { x: 1, y: 0 } : { x: x / length, y: y / length };
}

function straight(points: Points, { first, last, start, end }: Span): Curve {
  const from = pointAt(points, first);
  const to = pointAt(points, last);
  const third = Math.hypot(to.x - from.x, to.y - from.y) / 3;
  return [from, moved(from, start, third), moved(to, end, third), to];
}

function moved({ x, y }: Point, along: Point, distance: number): Point {
  return { x: x + along.x * distance, y: y + along.y * distance };
}

/** Parameters 0 to 1 by arc length. */
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

function fitLeastSquares(points: Points, span: Span, along: Float64Array): Curve {
  const { first, last, start, end } = span;
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
  // Handles that turn back or exceed the whole way make loops (Wu and Barsky's rule).
  const isUsable = (handle: number) => handle > 1e-3 * chord && handle < 3 * chord + 1;
  if (!isUsable(startHandle) || !isUsable(endHandle)) return straight(points, span);
  return [from, moved(from, start, startHandle), moved(to, end, endHandle), to];
}

/** Value and derivatives of one coordinate. */
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

/** Checked between two points, because the curve may loop there. */
const checkedFractions = [0.25, 0.5, 0.75];

/** Returns the first point after a deviation of more than `bound` (px²) from the polyline, or null. */
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
    for (const share of checkedFractions) {
      if (squaredToLine(evaluateCurve(curve, from + (to - from) * share), start, end) > bound) return i;
    }
  }
  return null;
}

/** Returns the distance to a line segment, px². */
function squaredToLine(point: Point, start: Point, end: Point): number {
  const [x, y] = [end.x - start.x, end.y - start.y];
  const length = x * x + y * y;
  const share = length === 0 ? 0 : ((point.x - start.x) * x + (point.y - start.y) * y) / length;
  const t = Math.max(0, Math.min(1, share));
  return (point.x - start.x - t * x) ** 2 + (point.y - start.y - t * y) ** 2;
}

/** One step of Newton's method. */
function refineParameters(points: Points, first: number, [a, b, c, d]: Curve, along: Float64Array): void {
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
