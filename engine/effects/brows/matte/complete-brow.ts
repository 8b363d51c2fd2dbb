/** Makes the matte of a brow whole: strands of other hair and scraps go, and what they hid is continued from what is seen. */
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { Face } from '../../../vision/face/find-faces.ts';
import type { BrowPlace } from '../erase/erase-brows.ts';
import { type Arc, arcOf } from './arc.ts';
import { cellsPerLength, marginAcross, marginAlong, unrollBrow } from './brow-chart.ts';
import { type Course, courseOf } from './brow-course.ts';
import type { BrowHairs, Side } from './brow-hairs.ts';
import { type Shape, shapeOf } from './brow-shape.ts';
import { sample } from './sample-plane.ts';

/** A brow whose `cover` holds the brow and nothing else. */
export type CompleteBrow = BrowHairs & {
  /** Share of its length that is really seen, 0..1; the rest was continued. */
  seen: number;
};

/** Hair thins out beside the dense part of a brow: to none so many times as far from its middle as that reaches, and a cell more. */
const fringe = 1.9;
/** So many cells on this and that side of an end of the brow it fades out. */
const fade = { outside: 4, inside: 6 };
/** The same at an end that only the mesh tells. */
const longFade = { outside: 10, inside: 16 };
/** A brow that is hidden towards the temple ends there as thin as this, as a part of its thickness where it was last seen. */
const tail = 0.3;
/** Columns hidden less than this are seen. */
const unhidden = 0.01;
/** The median column of a brow holds at least so much hair, in lengths of the brow. */
const minThickness = 0.015;

/** A shorter brow (px) is a smudge, and what is less darker than the skin (as a part of its L) may be a shade on it. */
const minLengthPx = 14;
const minContrast = 0.17;
/** Hair that is told from skin is as dark beside it as this many standard deviations of the skin's own grain. */
const minGrainDeviations = 4;

/** @param hairs as seen, with whatever hangs over them  @param browPlace what shaving told about the face */
export function completeBrow(hairs: BrowHairs, { mesh }: Face, browPlace: BrowPlace, side: Side): CompleteBrow {
  const arc = arcOf(mesh, side);
  const chart = unrollBrow(hairs, arc, browPlace);
  const course = courseOf(chart);
  const none = { ...hairs, cover: createPlane(hairs.rect.width, hairs.rect.height), middle: null, seen: 0 };
  const { skin, hair } = hairs;
  if (!course || course.thickness < minThickness * cellsPerLength || arc.length < minLengthPx) return none;
  if (course.density < minGrainDeviations * hairs.noise) return none;
  if (course.density * (skin[0] - hair[0]) < minContrast * skin[0]) return none;
  return {
    ...hairs,
    cover: coverOf(hairs, arc, course, shapeOf(chart.cover, course)),
    middle: middleOf(arc, course),
    seen: course.seen,
  };
}

function coverOf({ cover, rect }: BrowHairs, arc: Arc, course: Course, { middle, reach }: Shape): Plane {
  const { rows, first, last, endless } = course;
  const towardsNose = endless ? longFade : fade;
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
      const continued = hidden > 0 && isInside ? continuedAt(cover, rect, arc, course, column, up) : 0;
      completeCover.data[i] = weight * (seen + hidden * (continued - seen));
    }
  }
  return completeCover;
}

/** What the mirror image of the nearest piece that is seen holds there, thinner towards the temple. */
function continuedAt(
  cover: Plane,
  rect: BrowHairs['rect'],
  arc: Arc,
  course: Course,
  column: number,
  up: number,
): number {
  const source = sourceOf(course, column);
  if (!source) return 0;
  const { sourceColumn, border } = source;
  const { first } = course;
  const isTail = column < border && !isVisibleWithin(course, first, column);
  const thin = isTail ? tail + (1 - tail) * ((column - first) / Math.max(1, border - first)) : 1;
  const row = valueAt(course.rows, sourceColumn) - up / thin;
  const { x, y } = arc.pointAt(sourceColumn / cellsPerLength - marginAlong, marginAcross - row / cellsPerLength);
  return sample(cover, x - rect.x - 0.5, y - rect.y - 0.5);
}

/** The column that stands in for a hidden one, and the column where the brow is seen again in that direction. */
function sourceOf({ hidden, first, last }: Course, column: number): { sourceColumn: number; border: number } | null {
  const isSeen = (i: number) => i >= first && i <= last && hidden[Math.round(i)]! < unhidden;
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
  for (let i = from; i < to; i++) if (hidden[i]! < unhidden) return true;
  return false;
}

/** The middle of the mesh's brow, moved beside it as far as the hairs are. */
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
