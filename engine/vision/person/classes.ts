/** Class probabilities of the segmentation on one grid, from frames of several sizes. Own number: `windowEdge`. */
import { createPlane, type Plane } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import type { MaskPlace } from '../face/mesh.ts';
import { type Segmentation, type SegmentClass, segmentClasses } from '../segmentation.ts';

export type Classes = Record<SegmentClass, Plane>;

/** Share of a frame's side that fades into the coarser level. */
const windowEdge = 0.1;

/** Joins all levels, coarse to fine. Overlapping frames are averaged, weighted towards their centers. */
export function classesByLevel(place: MaskPlace, levels: readonly (readonly Segmentation[])[]): Classes {
  const classes = emptyClasses(place);
  classes.background.data.fill(1);
  for (const [level, segmentations] of levels.entries()) {
    const sums = emptyClasses(place);
    const weights = createPlane(place.width, place.height);
    const cover = createPlane(place.width, place.height);
    for (const look of segmentations) add(sums, weights, cover, place, look);
    for (const name of segmentClasses) {
      const [sum, into] = [sums[name].data, classes[name].data];
      for (let i = 0; i < into.length; i++) {
        if (weights.data[i]! === 0) continue;
        // The coarsest level counts up to its edge.
        into[i]! += (level === 0 ? 1 : cover.data[i]!) * (sum[i]! / weights.data[i]! - into[i]!);
      }
    }
  }
  return classes;
}

/** Joins frames; each replaces those before. */
export function classesOn(place: MaskPlace, segmentations: readonly Segmentation[]): Classes {
  return classesByLevel(
    place,
    segmentations.map((look) => [look]),
  );
}

function emptyClasses({ width, height }: MaskPlace): Classes {
  return Object.fromEntries(segmentClasses.map((name) => [name, createPlane(width, height)])) as Classes;
}

function add(sums: Classes, weights: Plane, cover: Plane, place: MaskPlace, { frame, planes }: Segmentation): void {
  const size = planes.background.width;
  const step = size / frame.side / place.scale;
  const [alongX, alongY] = [Math.cos(frame.angle) * step, Math.sin(frame.angle) * step];
  // In px of the grid, from the frame's center to the first pixel's.
  const x0 = (place.x - frame.x) * place.scale + 0.5;
  const y0 = (place.y - frame.y) * place.scale + 0.5;
  const pairs = segmentClasses.map((name) => [planes[name].data, sums[name].data] as const);
  for (let y = 0, to = 0; y < place.height; y++) {
    for (let x = 0; x < place.width; x++, to++) {
      const u = (x0 + x) * alongX + (y0 + y) * alongY + size / 2;
      const v = (y0 + y) * alongX - (x0 + x) * alongY + size / 2;
      const inside = Math.min(u, v, size - u, size - v) / size;
      if (inside <= 0) continue;
      const weight = inside ** 2;
      weights.data[to]! += weight;
      cover.data[to] = Math.max(cover.data[to]!, smoothstep(inside, 0, windowEdge));
      const column = Math.min(size - 2, Math.max(0, Math.floor(u - 0.5)));
      const row = Math.min(size - 2, Math.max(0, Math.floor(v - 0.5)));
      const s = Math.min(1, Math.max(0, u - 0.5 - column));
      const t = Math.min(1, Math.max(0, v - 0.5 - row));
      const from = row * size + column;
      for (const [look, into] of pairs) {
        const top = look[from]! * (1 - s) + look[from + 1]! * s;
        const bottom = look[from + size]! * (1 - s) + look[from + size + 1]! * s;
        into[to]! += weight * (top * (1 - t) + bottom * t);
      }
    }
  }
}
