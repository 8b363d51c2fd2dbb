/** Splits long strokes into segments whose surroundings fit into memory. */
import type { Stroke } from '../../../../contract/touch-up/touch-up.ts';

type Point = Stroke['points'][number];
/** A part of a stroke, from the last one's end. */
export type StrokeSegment = Pick<Stroke, 'points' | 'radius'>;

/** The larger limit applies, px of the photograph. */
const maxSegmentSideRadii = 4;
const maxSegmentSidePx = 200;

/** Returns the same segments at any scale. */
export function splitStroke({ points, radius }: StrokeSegment): StrokeSegment[] {
  const maxSide = Math.max(maxSegmentSideRadii * radius, maxSegmentSidePx);
  const segments: StrokeSegment[] = [];
  let part: Point[] = [];
  const bounds = { left: 0, top: 0, right: 0, bottom: 0 };
  const startSegment = ([x, y]: Point) => {
    part = [[x, y]];
    segments.push({ points: part, radius });
    Object.assign(bounds, { left: x, top: y, right: x, bottom: y });
  };
  for (const [to, from] of pairs(points)) {
    if (from === null) {
      startSegment(to);
      continue;
    }
    const pieces = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / maxSide));
    for (let piece = 1; piece <= pieces; piece++) {
      const x = from[0] + ((to[0] - from[0]) * piece) / pieces;
      const y = from[1] + ((to[1] - from[1]) * piece) / pieces;
      const isTooWide = Math.max(bounds.right, x) - Math.min(bounds.left, x) > maxSide;
      if (isTooWide || Math.max(bounds.bottom, y) - Math.min(bounds.top, y) > maxSide) startSegment(part.at(-1) ?? to);
      part.push([x, y]);
      bounds.left = Math.min(bounds.left, x);
      bounds.top = Math.min(bounds.top, y);
      bounds.right = Math.max(bounds.right, x);
      bounds.bottom = Math.max(bounds.bottom, y);
    }
  }
  return segments;
}

function pairs(points: readonly Point[]): (readonly [Point, Point | null])[] {
  return points.map((point, index) => [point, points[index - 1] ?? null]);
}
