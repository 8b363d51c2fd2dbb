/** Traces the clipping path of an alpha matte. */

import type { Size } from '../size.ts';
import { createYielder } from '../yield-to-event-loop.ts';
import { type Curve, direction, fitCurves, type Points } from './fit-curves.ts';
import type { Knot, Subpath } from './subpath.ts';
import { type Contour, createTracer } from './trace-contours.ts';

export interface TraceOptions {
  /** Maximum distance between curve and contour points, px. */
  readonly tolerance: number;
  /** Smaller pieces and holes are left out, px². */
  readonly minArea: number;
  /** The smallest pieces are left out. */
  readonly maxKnots: number;
}

/**
 * A third of a pixel, because curves deviate more between the points: half a pixel in all. Printers and shops choke on
 * more knots.
 */
export const traceDefaults: TraceOptions = { tolerance: 0.33, minArea: 12, maxKnots: 20_000 };

/** 8 bytes each. Longer contours, which are noise, are sampled. */
const maxContourPoints = 4_000_000;
/** Limits the time; the largest contours come first. */
const maxFittedPoints = 16_000_000;
/** Points between pauses, and of a curve, because fitting time grows faster. */
const stride = 2000;

/**
 * Returns outlines and holes, largest first, within 0.5 px of alpha one half. The picture's edges count as the
 * subject's. Memory: one bit a pixel, and 32 MB.
 * @param alpha one byte a pixel, row by row
 */
export async function tracePath(
  alpha: Uint8Array,
  size: Size,
  options: Partial<TraceOptions> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<Subpath[]> {
  const { tolerance, minArea, maxKnots } = { ...traceDefaults, ...options };
  const yieldToEventLoop = createYielder(signal);
  const tracer = createTracer(alpha, size);
  const subpaths: Subpath[] = [];
  let knots = 0;
  let fitted = 0;
  for (const contour of await contoursOf(tracer, size, minArea, yieldToEventLoop)) {
    fitted += contour.points;
    if (fitted > maxFittedPoints && subpaths.length > 0) break;
    const { points, count } = await pointsOf(tracer, contour, yieldToEventLoop);
    let fit = await fitContour(points, count, tolerance, maxKnots - knots, yieldToEventLoop);
    // The largest contour is the subject, so loosen its tolerance.
    for (let looser = tolerance * 2; fit === null && subpaths.length === 0; looser *= 2) {
      fit = await fitContour(points, count, looser, maxKnots, yieldToEventLoop);
    }
    if (fit === null) break;
    knots += fit.length;
    subpaths.push({ knots: fit, hole: contour.area < 0 });
  }
  return subpaths;
}

type Yielder = ReturnType<typeof createYielder>;
type Tracer = ReturnType<typeof createTracer>;

/** Largest first. */
async function contoursOf(
  tracer: Tracer,
  { width, height }: Size,
  minArea: number,
  yieldToEventLoop: Yielder,
): Promise<Contour[]> {
  const contours: Contour[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 1; x <= width; x++) {
      if (!tracer.startAt(x, y)) continue;
      const measure = createMeasure();
      while (!tracer.advance(stride, measure.add)) await yieldToEventLoop();
      const { area, points } = measure.result();
      if (Math.abs(area) >= minArea) contours.push({ x, y, area, points });
    }
    await yieldToEventLoop();
  }
  return contours.sort((a, b) => Math.abs(b.area) - Math.abs(a.area));
}

/** Area by the shoelace formula. */
function createMeasure() {
  let [points, twice, firstX, firstY, lastX, lastY] = [0, 0, 0, 0, 0, 0];
  return {
    add: (x: number, y: number) => {
      if (points++ === 0) [firstX, firstY] = [x, y];
      twice += (lastX - firstX) * (y - firstY) - (x - firstX) * (lastY - firstY);
      [lastX, lastY] = [x, y];
    },
    result: () => ({ points, area: twice / 2 }),
  };
}

/** Repeats the first point at the end. */
async function pointsOf(
  tracer: Tracer,
  contour: Contour,
  yieldToEventLoop: Yielder,
): Promise<{ points: Points; count: number }> {
  const every = Math.ceil(contour.points / maxContourPoints);
  const count = Math.ceil(contour.points / every);
  const points = new Float32Array((count + 1) * 2);
  let visited = 0;
  const add = (x: number, y: number) => {
    if (visited % every === 0) points.set([x, y], (visited / every) * 2);
    visited++;
  };
  tracer.restart(contour);
  while (!tracer.advance(stride, add)) await yieldToEventLoop();
  points.set(points.subarray(0, 2), count * 2);
  return { points, count };
}

/** Returns null beyond `maxKnots`. */
async function fitContour(
  points: Points,
  count: number,
  tolerance: number,
  maxKnots: number,
  yieldToEventLoop: Yielder,
): Promise<Knot[] | null> {
  // Noise has a corner every few points.
  const corners = tolerance > 1 ? [] : findCorners(points, count);
  const { rotated, breaks } = splitAtCorners(points, count, corners);
  const curves: Curve[] = [];
  const sharp = new Set<number>();
  for (let index = 0; index + 1 < breaks.length; index++) {
    const from = breaks[index] as Break;
    const to = breaks[index + 1] as Break;
    if (from.corner) sharp.add(curves.length);
    const tangents = [departureTangent(rotated, count, from), arrivalTangent(rotated, count, to)] as const;
    const fit = fitCurves(rotated, [from.index, to.index], tangents, tolerance, maxKnots - curves.length);
    if (fit === null) return null;
    curves.push(...fit);
    await yieldToEventLoop();
  }
  return curves.map((curve, index) => {
    const arrived = curves[(index + curves.length - 1) % curves.length] as Curve;
    return { before: arrived[2], anchor: curve[0], after: curve[1], smooth: !sharp.has(index) };
  });
}

interface Break {
  readonly index: number;
  readonly corner: boolean;
}

/** Rotates the contour to its first corner, and splits it at corners and every `stride` points. */
function splitAtCorners(
  points: Points,
  count: number,
  corners: readonly number[],
): { rotated: Points; breaks: Break[] } {
  const first = corners[0] ?? 0;
  const rotated = new Float32Array((count + 1) * 2);
  rotated.set(points.subarray(first * 2, count * 2));
  rotated.set(points.subarray(0, (first + 1) * 2), (count - first) * 2);
  const fixed: Break[] = corners.map((corner) => ({ index: corner - first, corner: true }));
  if (fixed.length === 0) fixed.push({ index: 0, corner: false });
  fixed.push({ index: count, corner: corners.length > 0 });
  const breaks: Break[] = [];
  fixed.forEach((each, index) => {
    const last = fixed[index - 1]?.index ?? 0;
    const parts = Math.ceil((each.index - last) / stride);
    for (let part = 1; part < parts; part++) {
      breaks.push({ index: last + Math.round(((each.index - last) * part) / parts), corner: false });
    }
    breaks.push(each);
  });
  return { rotated, breaks };
}

/** At a corner, only the far side counts. */
function departureTangent(points: Points, count: number, { index, corner }: Break) {
  const start = index % count;
  return corner
    ? direction(points, start, Math.min(count, start + directionReach))
    : direction(points, (start + count - 2) % count, (start + 2) % count);
}

function arrivalTangent(points: Points, count: number, { index, corner }: Break) {
  return corner
    ? direction(points, index, Math.max(0, index - directionReach))
    : direction(points, (index + 2) % count, (index + count - 2) % count);
}

/** About 3 px, more than the steps between pixels. */
const directionReach = 4;
/** 50° or more. Arcs of 4 px radius turn less. */
const cornerCosine = Math.cos((50 * Math.PI) / 180);

function findCorners(points: Points, count: number): number[] {
  if (count < 4 * directionReach) return [];
  const turns = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const before = direction(points, (i + count - directionReach) % count, i);
    const after = direction(points, i, (i + directionReach) % count);
    turns[i] = before.x * after.x + before.y * after.y;
  }
  const corners: number[] = [];
  for (let i = 0; i < count; i++) if ((turns[i] as number) < cornerCosine && isSharpest(turns, i)) corners.push(i);
  return corners;
}

function isSharpest(turns: Float32Array, index: number): boolean {
  const own = turns[index] as number;
  for (let offset = 1; offset <= directionReach; offset++) {
    if ((turns[(index + offset) % turns.length] as number) < own) return false;
    if ((turns[(index + turns.length - offset) % turns.length] as number) <= own) return false;
  }
  return true;
}
