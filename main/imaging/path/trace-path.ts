/** A clipping path from an alpha matte: curves along the line where the matte is one half. */

import type { Size } from '../size.ts';
import { createYielder } from '../yield-to-event-loop.ts';
import { findCorners, reach } from './corners.ts';
import { type Curve, direction, fitCurves, type Points } from './fit-curves.ts';
import type { Knot, Subpath } from './subpath.ts';
import { type Contour, createTracer } from './trace-contours.ts';

export interface TraceOptions {
  /** How far the contour's points may be from the curve, px. */
  readonly tolerance: number;
  /** Pieces and holes smaller than this are left out, px². */
  readonly minArea: number;
  /** Knots in all; the smallest pieces are left out where there would be more. */
  readonly maxKnots: number;
}

/**
 * A third of a pixel leaves room for what the curve does between the points: half a pixel in all. Photoshop counts the knots of a
 * subpath in 16 bits; printers and shops choke on far fewer, and TIFF tags above 1 MB are not carried on here.
 */
export const traceDefaults: TraceOptions = { tolerance: 0.33, minArea: 12, maxKnots: 20_000 };

/** Points held at a time (8 bytes each); of a longer contour, which only noise has, every second or third point is taken. */
const maxContourPoints = 4_000_000;
/** Points of all contours that are fitted, the largest first: what bounds the time. */
const maxFittedPoints = 16_000_000;
/** Points between two breaths, and of the longest curve: fitting takes time that grows faster than they do. */
const stride = 2000;

/**
 * The subject's outlines and holes, largest first: within 0.5 px of where the matte is one half (up to the bounds of `options`).
 * Edges of the picture count as edges of the subject. Takes a bit a pixel, and 32 MB at most for points.
 * @param alpha one byte a pixel, row by row
 * @returns none where nothing is as much as half opaque
 */
export async function tracePath(
  alpha: Uint8Array,
  size: Size,
  options: Partial<TraceOptions> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<Subpath[]> {
  const { tolerance, minArea, maxKnots } = { ...traceDefaults, ...options };
  const yieldToEventLoop = createYielder(signal);
  const follow = createTracer(alpha, size);
  const subpaths: Subpath[] = [];
  let knots = 0;
  let fitted = 0;
  for (const contour of await contoursOf(follow, size, minArea, yieldToEventLoop)) {
    fitted += contour.points;
    if (fitted > maxFittedPoints && subpaths.length > 0) break;
    const { points, count } = await pointsOf(follow, contour, yieldToEventLoop);
    let fit = await fitContour(points, count, tolerance, maxKnots - knots, yieldToEventLoop);
    // Only of the largest: a path without its subject would be none.
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

/** All contours from `minArea` on, largest first. What is left out takes what lies within it along, which is smaller still. */
async function contoursOf(
  follow: Tracer,
  { width, height }: Size,
  minArea: number,
  yieldToEventLoop: Yielder,
): Promise<Contour[]> {
  const contours: Contour[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 1; x <= width; x++) {
      if (!follow.startAt(x, y)) continue;
      const measure = measured();
      while (!follow.advance(stride, measure.add)) await yieldToEventLoop();
      const { area, points } = measure.result();
      if (Math.abs(area) >= minArea) contours.push({ x, y, area, points });
    }
    await yieldToEventLoop();
  }
  return contours.sort((a, b) => Math.abs(b.area) - Math.abs(a.area));
}

/** Area and number of points (shoelace formula, about the first point). */
function measured() {
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

/** The points of a contour, and the first of them again at the end. */
async function pointsOf(
  follow: Tracer,
  contour: Contour,
  yieldToEventLoop: Yielder,
): Promise<{ points: Points; count: number }> {
  const every = Math.ceil(contour.points / maxContourPoints);
  const count = Math.ceil(contour.points / every);
  const points = new Float32Array((count + 1) * 2);
  let met = 0;
  const add = (x: number, y: number) => {
    if (met % every === 0) points.set([x, y], (met / every) * 2);
    met++;
  };
  follow.restart(contour);
  while (!follow.advance(stride, add)) await yieldToEventLoop();
  points.set(points.subarray(0, 2), count * 2);
  return { points, count };
}

/** Knots round a closed contour; null where it takes more than `maxKnots`. */
async function fitContour(
  points: Points,
  count: number,
  tolerance: number,
  maxKnots: number,
  yieldToEventLoop: Yielder,
): Promise<Knot[] | null> {
  // What is farther off than a pixel keeps no corners either: noise has one every few points.
  const corners = tolerance > 1 ? [] : findCorners(points, count);
  const { turned, breaks } = startedAt(points, count, corners);
  const curves: Curve[] = [];
  const sharp = new Set<number>();
  for (let index = 0; index + 1 < breaks.length; index++) {
    const from = breaks[index] as Break;
    const to = breaks[index + 1] as Break;
    if (from.corner) sharp.add(curves.length);
    const tangents = [departureTangent(turned, count, from), arrivalTangent(turned, count, to)] as const;
    const fit = fitCurves(turned, [from.index, to.index], tangents, tolerance, maxKnots - curves.length);
    if (fit === null) return null;
    curves.push(...fit);
    await yieldToEventLoop();
  }
  return curves.map((curve, index) => {
    const arrived = curves[(index + curves.length - 1) % curves.length] as Curve;
    return { before: arrived[2], anchor: curve[0], after: curve[1], smooth: !sharp.has(index) };
  });
}

/** Where one curve ends and the next begins. */
interface Break {
  readonly index: number;
  readonly corner: boolean;
}

/** The contour from its first corner on, and its breaks: corners, and so many others that no curve is too long. */
function startedAt(points: Points, count: number, corners: readonly number[]): { turned: Points; breaks: Break[] } {
  const first = corners[0] ?? 0;
  const turned = new Float32Array((count + 1) * 2);
  turned.set(points.subarray(first * 2, count * 2));
  turned.set(points.subarray(0, (first + 1) * 2), (count - first) * 2);
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
  return { turned, breaks };
}

/** The way a contour leaves a break; at a corner that of its further side alone. */
function departureTangent(points: Points, count: number, { index, corner }: Break) {
  const start = index % count;
  return corner
    ? direction(points, start, Math.min(count, start + reach))
    : direction(points, (start + count - 2) % count, (start + 2) % count);
}

function arrivalTangent(points: Points, count: number, { index, corner }: Break) {
  return corner
    ? direction(points, index, Math.max(0, index - reach))
    : direction(points, (index + 2) % count, (index + count - 2) % count);
}
