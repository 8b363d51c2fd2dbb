/** Measures the distance between a traced path and its matte, in both directions and by rasterizing the path. */
import sharp from 'sharp';
import { evaluateCurve } from '../../../main/imaging/path/fit-curves.ts';
import { curvesIn, type Subpath, toSvg } from '../../../main/imaging/path/subpath.ts';
import { createTracer } from '../../../main/imaging/path/trace-contours.ts';
import type { Size } from '../../../main/imaging/size.ts';

type Cells = Map<number, number[]>;

/** Segments of a dense line, keyed by the pixel of their start. */
function cellsOf(lines: readonly (readonly number[])[], width: number): Cells {
  const cells: Cells = new Map();
  for (const line of lines) {
    for (let i = 0; i + 3 < line.length; i += 2) {
      const key = Math.floor(line[i + 1]!) * width + Math.floor(line[i]!);
      const cell = cells.get(key) ?? [];
      cell.push(line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!);
      cells.set(key, cell);
    }
  }
  return cells;
}

function toSegment(x: number, y: number, [ax, ay, bx, by]: readonly number[]): number {
  const [dx, dy] = [bx! - ax!, by! - ay!];
  const squared = dx * dx + dy * dy;
  const t = squared === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax!) * dx + (y - ay!) * dy) / squared));
  return Math.hypot(x - ax! - t * dx, y - ay! - t * dy);
}

/** The maximum distance in px from a point of `lines` to the nearest of `cells`, at most 9. */
function farthest(lines: readonly (readonly number[])[], cells: Cells, width: number): number {
  let maxDistance = 0;
  for (const line of lines) {
    for (let i = 0; i < line.length; i += 2) {
      const [x, y] = [line[i]!, line[i + 1]!];
      let nearest = 9;
      for (let v = Math.floor(y) - 3; v <= y + 3; v++) {
        for (let u = Math.floor(x) - 3; u <= x + 3; u++) {
          const cell = cells.get(v * width + u) ?? [];
          for (let k = 0; k < cell.length; k += 4) nearest = Math.min(nearest, toSegment(x, y, cell.slice(k, k + 4)));
        }
      }
      maxDistance = Math.max(maxDistance, nearest);
    }
  }
  return maxDistance;
}

/** Every contour of at least `minArea` px² as a closed line. */
export function contourLines(alpha: Uint8Array, { width, height }: Size, minArea: number): number[][] {
  const follow = createTracer(alpha, { width, height });
  const lines: number[][] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 1; x <= width; x++) {
      if (!follow.startAt(x, y)) continue;
      const line: number[] = [];
      follow.advance(1e9, (u, v) => line.push(u, v));
      line.push(line[0]!, line[1]!);
      let twice = 0;
      for (let i = 0; i + 3 < line.length; i += 2) twice += line[i]! * line[i + 3]! - line[i + 2]! * line[i + 1]!;
      if (Math.abs(twice / 2) >= minArea) lines.push(line);
    }
  }
  return lines;
}

/** Flattens the path into lines of short steps. */
export function pathLines(subpaths: readonly Subpath[]): number[][] {
  return subpaths.map((subpath) => {
    const line: number[] = [];
    for (const [from, to] of curvesIn(subpath)) {
      const curve = [from.anchor, from.after, to.before, to.anchor] as const;
      const steps = Math.max(4, Math.ceil(Math.hypot(to.anchor.x - from.anchor.x, to.anchor.y - from.anchor.y) * 2));
      for (let step = 0; step < steps; step++) {
        const { x, y } = evaluateCurve(curve, step / steps);
        line.push(x, y);
      }
    }
    return [...line, line[0]!, line[1]!];
  });
}

/** Hausdorff distance of path and contours, px. */
export function pathError(subpaths: readonly Subpath[], alpha: Uint8Array, size: Size, minArea: number): number {
  const contours = contourLines(alpha, size, minArea);
  const path = pathLines(subpaths);
  // Lines may follow the picture's edge, and handles may be outside.
  const width = size.width + 8;
  return Math.max(farthest(path, cellsOf(contours, width), width), farthest(contours, cellsOf(path, width), width));
}

/**
 * Mean gap in px: the area between the rasterized path (by librsvg) and the matte, divided by the length of its edge.
 */
export async function drawnGap(subpaths: readonly Subpath[], alpha: Uint8Array, size: Size): Promise<number> {
  const drawing = sharp(Buffer.from(toSvg(subpaths, size)))
    .ensureAlpha()
    .extractChannel(3);
  const drawn = await drawing.raw().toBuffer();
  let [wrong, edge] = [0, 0];
  for (let i = 0; i < alpha.length; i++) {
    const inside = alpha[i]! >= 128;
    if (inside !== drawn[i]! >= 128) wrong++;
    if (i % size.width > 0 && inside !== alpha[i - 1]! >= 128) edge++;
    if (i >= size.width && inside !== alpha[i - size.width]! >= 128) edge++;
  }
  return wrong / Math.max(1, edge);
}
