/** Window and main process use the same code, so that both match. */
import type { Stroke } from './touch-up.ts';

/** Integer px of the painted picture. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type StrokeShape = Pick<Stroke, 'points' | 'radius' | 'softness'>;

/** Blocks of this side (px) are painted pixel by pixel. */
const block = 8;

/** @param scale px of the painted picture per px of the photograph */
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

/** Returns null if they are disjoint. */
export function overlap(a: Area, b: Area): Area | null {
  const left = Math.max(a.left, b.left);
  const top = Math.max(a.top, b.top);
  const width = Math.min(a.left + a.width, b.left + b.width) - left;
  const height = Math.min(a.top + a.height, b.top + b.height) - top;
  return width > 0 && height > 0 ? { left, top, width, height } : null;
}

/**
 * Returns the stroke as a mask of `area`, 0 to 1, row by row. It depends on the distance to the line, so that crossings
 * are no stronger. A stroke in progress is the maximum of its mask and that of its last points.
 * @param stroke must not change afterwards, because its line is cached
 */
export function strokeMask(stroke: StrokeShape, area: Area, scale = 1): Float32Array {
  const mask = new Float32Array(area.width * area.height);
  const line = lineOf(stroke, scale);
  const profile = opacityProfile(stroke, scale);
  // Candidates of nested blocks follow each other; this many halvings reduce any picture to a block.
  const near = new Int32Array(line.count * (2 + halvings(area.width) + halvings(area.height)));
  for (let index = 0; index < line.count; index++) near[index] = index;

  const paint = (x: number, y: number, width: number, height: number, from: number, to: number): void => {
    const [cx, cy] = [area.left + x + width / 2, area.top + y + height / 2];
    const half = Math.hypot(width, height) / 2;
    let nearest = Infinity;
    for (let index = from; index < to; index++) nearest = Math.min(nearest, line.squareTo(near[index]!, cx, cy));
    nearest = Math.sqrt(nearest);
    if (nearest - half >= profile.outer) return;
    if (nearest + half <= profile.inner) {
      for (let row = y; row < y + height; row++) {
        mask.fill(profile.peak, row * area.width + x, row * area.width + x + width);
      }
      return;
    }
    // Farther segments are nearest nowhere in the block.
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
          mask[row * area.width + column] = profile.opacityAt(Math.sqrt(square));
        }
      }
      return;
    }
    // Split the longer side, because fewer segments are near a square than a strip.
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

const halvings = (side: number) => Math.max(0, Math.ceil(Math.log2(side / block)));

/** Returns opacity by distance, px of the painted picture. */
function opacityProfile({ radius, softness }: StrokeShape, scale: number) {
  const reach = radius * scale;
  const half = Math.max(0.5, (reach * softness) / 2);
  const middle = reach - (reach * softness) / 2;
  // A stroke thinner than a pixel is faint instead of wide.
  const peakOpacity = Math.min(1, 2 * reach);
  return {
    inner: middle - half,
    outer: middle + half,
    peak: peakOpacity,
    opacityAt(distance: number): number {
      const inside = Math.min(Math.max((middle + half - distance) / (2 * half), 0), 1);
      return peakOpacity * inside * inside * (3 - 2 * inside);
    },
  };
}

/** A hand makes hundreds of points a second. The line moves by less than a hundredth of the radius. */
export function withFewerPoints(points: Stroke['points'], radius: number): Stroke['points'] {
  return simplified(points, Math.max(tolerancePx, radius * 0.005)).map(([x, y]): [number, number] => [x, y]);
}

/** Cache for strokes that are painted in tiles, because computing a line takes longer than a tile. */
const knownLines = new WeakMap<StrokeShape, { readonly scale: number; readonly line: Line }>();
type Line = ReturnType<typeof segmentsOf>;

function lineOf(stroke: StrokeShape, scale: number): Line {
  const known = knownLines.get(stroke);
  if (known?.scale === scale) return known.line;
  const line = segmentsOf(stroke, scale);
  knownLines.set(stroke, { scale, line });
  return line;
}

/** A dab is one segment of length 0. */
function segmentsOf({ points, radius }: StrokeShape, scale: number) {
  const tolerance = Math.max(tolerancePx, radius * scale * toleranceRadii);
  const ends = simplified(
    points.map(([x, y]) => [x * scale, y * scale]),
    tolerance,
  );
  const count = Math.max(1, ends.length - 1);
  const line = new Float64Array(count * 5);
  for (let index = 0; index < count; index++)
    line.set(segmentOf(ends[index]!, ends[index + 1] ?? ends[index]!), index * 5);
  return {
    count,
    squareTo: (segment: number, x: number, y: number) => squareTo(line, segment * 5, x, y),
  };
}

type Point = readonly [x: number, y: number];
type Segment = Float64Array | readonly number[];

/** Start, vector, reciprocal of the squared length. */
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

/** Maximum shift of the line, in px and in radii, by dropped points. */
const tolerancePx = 0.1;
const toleranceRadii = 0.001;
/** Limits the work per point. */
const maxSkippedPoints = 24;

function simplified(points: readonly Point[], tolerance: number): readonly Point[] {
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
