/**
 * How much each pixel has of a stroke. The window paints with this while the pointer is down, and the main process at full
 * size: what is seen is what is written.
 */
import type { Stroke } from './touch-up.ts';

/** A rectangle in whole px of the picture that is painted. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type StrokeShape = Pick<Stroke, 'points' | 'radius' | 'softness'>;

/** Blocks of this many px a side are gone through pixel by pixel. */
const block = 8;

/** The smallest area that holds all of a stroke; `scale` is px of the painted picture per px of the photograph. */
export function strokeArea({ points, radius }: Pick<StrokeShape, 'points' | 'radius'>, scale = 1): Area {
  const reach = radius * scale + 1;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  const from = { left: Math.floor(left * scale - reach), top: Math.floor(top * scale - reach) };
  return {
    ...from,
    width: Math.ceil(right * scale + reach) - from.left,
    height: Math.ceil(bottom * scale + reach) - from.top,
  };
}

/** What two areas share; null where that is nothing. */
export function overlap(a: Area, b: Area): Area | null {
  const left = Math.max(a.left, b.left);
  const top = Math.max(a.top, b.top);
  const width = Math.min(a.left + a.width, b.left + b.width) - left;
  const height = Math.min(a.top + a.height, b.top + b.height) - top;
  return width > 0 && height > 0 ? { left, top, width, height } : null;
}

/**
 * The stroke as a mask of `area`, 0 to 1, row after row. It goes by the distance to the line through the points, so a stroke
 * that crosses itself is no stronger there, and is the same at any scale but for the rim of a pixel. While a stroke is made, the
 * larger of its mask and of that of the last points is the new one.
 * @param stroke not changed afterwards: its line is kept for other areas
 */
export function strokeMask(stroke: StrokeShape, area: Area, scale = 1): Float32Array {
  const mask = new Float32Array(area.width * area.height);
  const line = lineOf(stroke, scale);
  const rim = rimOf(stroke, scale);
  // Candidates of nested blocks lie one after the other: halved so often, no picture is larger than a block.
  const near = new Int32Array(line.count * (2 + halvings(area.width) + halvings(area.height)));
  for (let index = 0; index < line.count; index++) near[index] = index;

  const paint = (x: number, y: number, width: number, height: number, from: number, to: number): void => {
    const [cx, cy] = [area.left + x + width / 2, area.top + y + height / 2];
    const half = Math.hypot(width, height) / 2;
    let nearest = Infinity;
    for (let index = from; index < to; index++) nearest = Math.min(nearest, line.squareTo(near[index]!, cx, cy));
    nearest = Math.sqrt(nearest);
    if (nearest - half >= rim.outer) return;
    if (nearest + half <= rim.inner) {
      for (let row = y; row < y + height; row++) {
        mask.fill(rim.most, row * area.width + x, row * area.width + x + width);
      }
      return;
    }
    // What is further from the middle than this is nowhere in the block the nearest.
    const reach = (nearest + 2 * half) ** 2;
    let end = to;
    for (let index = from; index < to; index++)
      if (line.squareTo(near[index]!, cx, cy) <= reach) near[end++] = near[index]!;
    if (width <= block && height <= block) {
      for (let row = y; row < y + height; row++) {
        for (let column = x; column < x + width; column++) {
          let square = Infinity;
          for (let index = to; index < end; index++) {
            square = Math.min(square, line.squareTo(near[index]!, area.left + column + 0.5, area.top + row + 0.5));
          }
          mask[row * area.width + column] = rim.opacityAt(Math.sqrt(square));
        }
      }
      return;
    }
    // Along the longer side, so that blocks become square: few candidates are near all of a square, and many to a long strip.
    if (width >= height) {
      const half = Math.ceil(width / 2);
      paint(x, y, half, height, to, end);
      paint(x + half, y, width - half, height, to, end);
    } else {
      const half = Math.ceil(height / 2);
      paint(x, y, width, half, to, end);
      paint(x, y + half, width, height - half, to, end);
    }
  };
  paint(0, 0, area.width, area.height, 0, line.count);
  return mask;
}

/** How often a side is halved until it is no longer than a block. */
const halvings = (side: number) => Math.max(0, Math.ceil(Math.log2(side / block)));

/** How a stroke fades with the distance from its line, px of the painted picture. */
function rimOf({ radius, softness }: StrokeShape, scale: number) {
  const reach = radius * scale;
  const half = Math.max(0.5, (reach * softness) / 2);
  const middle = reach - (reach * softness) / 2;
  // A stroke thinner than a pixel is faint instead of wide.
  const peakOpacity = Math.min(1, 2 * reach);
  return {
    inner: middle - half,
    outer: middle + half,
    most: peakOpacity,
    opacityAt(distance: number): number {
      const inside = Math.min(Math.max((middle + half - distance) / (2 * half), 0), 1);
      return peakOpacity * inside * inside * (3 - 2 * inside);
    },
  };
}

/**
 * The points of a stroke without those that its line does not need, to be kept and sent: a hand makes some hundred a second.
 * The line moves by less than a hundredth of the radius.
 */
export function withFewerPoints(points: Stroke['points'], radius: number): Stroke['points'] {
  return thinned(points, Math.max(samePx, radius * 0.005)).map(([x, y]): [number, number] => [x, y]);
}

/** Of strokes that are painted tile by tile: to thin out their points takes longer than a tile. */
const knownLines = new WeakMap<StrokeShape, { readonly scale: number; readonly line: Line }>();
type Line = ReturnType<typeof segmentsOf>;

function lineOf(stroke: StrokeShape, scale: number): Line {
  const known = knownLines.get(stroke);
  if (known?.scale === scale) return known.line;
  const line = segmentsOf(stroke, scale);
  knownLines.set(stroke, { scale, line });
  return line;
}

/** The line through the points; a dab is one segment of no length. */
function segmentsOf({ points, radius }: StrokeShape, scale: number) {
  const tolerance = Math.max(samePx, radius * scale * sameRadii);
  const ends = thinned(
    points.map(([x, y]) => [x * scale, y * scale]),
    tolerance,
  );
  const count = Math.max(1, ends.length - 1);
  const line = new Float64Array(count * 5);
  for (let index = 0; index < count; index++)
    line.set(segmentOf(ends[index]!, ends[index + 1] ?? ends[index]!), index * 5);
  return {
    count,
    /** Squared distance of a place to a segment. */
    squareTo: (segment: number, x: number, y: number) => squareTo(line, segment * 5, x, y),
  };
}

type Point = readonly [x: number, y: number];
type Segment = Float64Array | readonly number[];

/** Where it begins, its way, and one over the square of its length. */
function segmentOf([x, y]: Point, [toX, toY]: Point): readonly number[] {
  const square = (toX - x) ** 2 + (toY - y) ** 2;
  return [x, y, toX - x, toY - y, square === 0 ? 0 : 1 / square];
}

function squareTo(line: Segment, offset: number, x: number, y: number): number {
  const offX = x - line[offset]!;
  const offY = y - line[offset + 1]!;
  const dx = line[offset + 2]!;
  const dy = line[offset + 3]!;
  const along = Math.min(Math.max((offX * dx + offY * dy) * line[offset + 4]!, 0), 1);
  return (offX - along * dx) ** 2 + (offY - along * dy) ** 2;
}

/**
 * Points are left out where the line stays within so many px, or radii, without them: a hand makes far more than its line has
 * bends, and a broad stroke shows none of the small ones.
 */
const samePx = 0.1;
const sameRadii = 0.001;
/** How many in a row, so that it is quickly done. */
const maxSkippedPoints = 24;

function thinned(points: readonly Point[], tolerance: number): readonly Point[] {
  const kept: Point[] = [points[0] ?? [0, 0]];
  let last = 0;
  for (let index = 2; index < points.length; index++) {
    const segment = segmentOf(points[last]!, points[index]!);
    let isNear = index - last <= maxSkippedPoints;
    for (let between = last + 1; isNear && between < index; between++) {
      isNear = squareTo(segment, 0, ...(points[between] as [number, number])) <= tolerance * tolerance;
    }
    if (isNear) continue;
    last = index - 1;
    kept.push(points[last]!);
  }
  if (points.length > 1) kept.push(points.at(-1)!);
  return kept;
}
