/** Completes a matte: removes hair outside the brow's shape, and mirrors visible pieces into hidden ones. */
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { Face } from '../../../vision/face/find-faces.ts';
import type { BrowMasks } from '../erase/erase-brows.ts';
import { type Arc, createArc } from './arc.ts';
import { cellsPerLength, marginAcross, marginAlong, unrollBrow } from './brow-chart.ts';
import { type Course, traceBrow } from './brow-course.ts';
import type { BrowHairs, Side } from './brow-hairs.ts';
import { measureShape, type Shape } from './brow-shape.ts';
import { sample } from './sample-plane.ts';

/** `cover` holds only the brow. */
export type CompleteBrow = BrowHairs & {
  /** Visible share, 0..1. */
  seen: number;
};

/** Reach of thin hair in half thicknesses. */
const fringe = 1.9;
/** In columns. */
const fade = { outside: 4, inside: 6 };
/** At an end known only from the mesh. */
const longFade = { outside: 10, inside: 16 };
/** At a hidden temple, relative to the last visible column. */
const tailThickness = 0.3;
const maxHidden = 0.01;
/** In lengths of the brow. */
const minThickness = 0.015;

const minLengthPx = 14;
/** Relative to L of the skin. */
const minContrast = 0.17;
/** Contrast in standard deviations of skin. */
const minGrainDeviations = 4;

/** @param hairs may include other hair */
export function completeBrow(hairs: BrowHairs, { mesh }: Face, masks: BrowMasks, side: Side): CompleteBrow {
  const arc = createArc(mesh, side);
  const chart = unrollBrow(hairs, arc, masks);
  const course = traceBrow(chart);
  const none = { ...hairs, cover: createPlane(hairs.rect.width, hairs.rect.height), middle: null, seen: 0 };
  const { skin, hair } = hairs;
  if (!course || course.thickness < minThickness * cellsPerLength || arc.length < minLengthPx) return none;
  if (course.density < minGrainDeviations * hairs.noise) return none;
  if (course.density * (skin[0] - hair[0]) < minContrast * skin[0]) return none;
  return {
    ...hairs,
    cover: completeCover(hairs, arc, course, measureShape(chart.cover, course)),
    middle: middleOf(arc, course),
    seen: course.seen,
  };
}

function completeCover({ cover, rect }: BrowHairs, arc: Arc, course: Course, { middle, reach }: Shape): Plane {
  const { rows, first, last, isEndless } = course;
  const towardsNose = isEndless ? longFade : fade;
  const completeCover = createPlane(rect.width, rect.height);
  const place = new Float64Array(2);
  for (let y = 0, i = 0; y < rect.height; y++) {
    for (let x = 0; x < rect.width; x++, i++) {
      arc.coordinatesOf(rect.x + x + 0.5, rect.y + y + 0.5, place);
      const column = (place[0]! + marginAlong) * cellsPerLength;
      if (column < first - fade.outside || column > last + towardsNose.outside) continue;
      const row = (marginAcross - place[1]!) * cellsPerLength;
      const dense = valueAt(reach, column);
      const weight =
        smoothstep(column - first, -fade.outside, fade.inside) *
        smoothstep(last - column, -towardsNose.outside, towardsNose.inside) *
        smoothstep(Math.abs(row - valueAt(middle, column)), fringe * dense + 1, dense);
      if (weight === 0) continue;
      const up = valueAt(rows, column) - row;
      const hidden = valueAt(course.hidden, column);
      const seen = hidden < 1 ? cover.data[i]! : 0;
      const isInside = column >= first && column <= last;
      const continued = hidden > 0 && isInside ? mirrorCover(cover, rect, arc, course, column, up) : 0;
      completeCover.data[i] = weight * (seen + hidden * (continued - seen));
    }
  }
  return completeCover;
}

/** Thinner towards the temple. */
function mirrorCover(
  cover: Plane,
  rect: BrowHairs['rect'],
  arc: Arc,
  course: Course,
  column: number,
  up: number,
): number {
  const source = findSource(course, column);
  if (!source) return 0;
  const { sourceColumn, border } = source;
  const { first } = course;
  const isTail = column < border && !isVisibleWithin(course, first, column);
  const thin = isTail ? tailThickness + (1 - tailThickness) * ((column - first) / Math.max(1, border - first)) : 1;
  const row = valueAt(course.rows, sourceColumn) - up / thin;
  const { x, y } = arc.pointAt(sourceColumn / cellsPerLength - marginAlong, marginAcross - row / cellsPerLength);
  return sample(cover, x - rect.x - 0.5, y - rect.y - 0.5);
}

/** Finds the column to copy, and the nearest visible one. */
function findSource({ hidden, first, last }: Course, column: number): { sourceColumn: number; border: number } | null {
  const isSeen = (i: number) => i >= first && i <= last && hidden[Math.round(i)]! < maxHidden;
  for (let distance = 0; distance <= last - first; distance++) {
    for (const step of [1, -1]) {
      const border = Math.round(column) + step * distance;
      if (!isSeen(border)) continue;
      const mirrorColumn = border + (border - column);
      return { sourceColumn: isSeen(mirrorColumn) ? mirrorColumn : border, border };
    }
  }
  return null;
}

function isVisibleWithin({ hidden }: Course, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (hidden[i]! < maxHidden) return true;
  return false;
}

/** Center of the mesh's brow, moved across to the hairs. */
function middleOf(arc: Arc, { rows, first, last, hidden }: Course): { x: number; y: number } {
  let [sum, weight] = [0, 0];
  for (let i = first; i <= last; i++) {
    sum += (1 - hidden[i]!) * (marginAcross - rows[i]! / cellsPerLength);
    weight += 1 - hidden[i]!;
  }
  return arc.pointAt(0.5, weight > 0 ? sum / weight : 0);
}

function valueAt(values: Float32Array, position: number): number {
  const left = Math.min(values.length - 2, Math.max(0, Math.floor(position)));
  const part = Math.min(1, Math.max(0, position - left));
  return values[left]! * (1 - part) + values[left + 1]! * part;
}
