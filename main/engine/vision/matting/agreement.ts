// Makes one matte out of three opinions: details from the best of them, whole areas from the majority.

import { boxMean } from '../box-filter.ts';
import { findAreas } from '../components.ts';
import type { Photo } from '../photo.ts';
import { createPlane, type Plane } from '../plane.ts';
import { backgroundLikelihood } from './colour-ratio.ts';

/** Half width in px of a difference between opinions that counts as an area, and not as an edge drawn differently. */
const AREA = 4;
/** Half width in px of the surroundings that must be sure before a pixel is. */
const AROUND = 6;
/** A hole the others deny is kept when its colours are this much likelier in the background (logarithm) ... */
const LIKE_BACKGROUND = 1;
/** ... and the others are no surer than this. */
const SURE_SUBJECT = 0.9;

/**
 * @param detail the matte whose edges are the best.
 * @param others two more opinions, rough at the edges; all of one size.
 * @param photo at that size.
 */
export function agree(detail: Plane, others: readonly [Plane, Plane], photo: Photo): Plane {
  const { width, height } = detail;
  const majority = majorityOf(detail, others);
  const calmDetail = boxMean(detail, AROUND).data;
  const calmMajority = boxMean(majority, AROUND).data;
  const disputed = disputedAreas(detail, majority);
  const { labels, sizes, values } = findAreas(disputed, width, height);

  const side = Int8Array.from(calmDetail, (value, i) => {
    if (value > 0.97 && calmMajority[i]! > 0.97) return 1;
    return value < 0.03 && calmMajority[i]! < 0.03 ? -1 : 0;
  });
  const likelihood = backgroundLikelihood(photo, side);
  const colour = new Float64Array(sizes.length);
  const certainty = new Float64Array(sizes.length);
  for (let i = 0; i < labels.length; i++) {
    if (disputed[i] === 0) continue;
    colour[labels[i]!]! += likelihood(i);
    certainty[labels[i]!]! += (others[0].data[i]! + others[1].data[i]!) / 2;
  }
  const isHole = sizes.map(
    (size, area) =>
      values[area] === MISSING && colour[area]! / size > LIKE_BACKGROUND && certainty[area]! / size < SURE_SUBJECT,
  );

  const settled = { add: createPlane(width, height), remove: createPlane(width, height) };
  for (let i = 0; i < labels.length; i++) {
    if (disputed[i] === MISSING && !isHole[labels[i]!]) settled.add.data[i] = 1;
    else if (disputed[i] === EXTRA) settled.remove.data[i] = 1;
  }
  // A little beyond each area, so that no rim of the losing opinion stays.
  const add = boxMean(settled.add, AREA + 2).data;
  const remove = boxMean(settled.remove, AREA + 2).data;
  const out = createPlane(width, height);
  for (let i = 0; i < out.data.length; i++) {
    let value = detail.data[i]!;
    if (add[i]! > 0) value = Math.max(value, majority.data[i]!);
    if (remove[i]! > 0) value = Math.min(value, majority.data[i]!);
    if (calmMajority[i]! > 0.985 && value > 0.5) value = 1;
    out.data[i] = value;
  }
  return out;
}

/** The middle of three, steeper around one half: rough opinions are vague over wide areas. */
function majorityOf(detail: Plane, [first, second]: readonly [Plane, Plane]): Plane {
  const out = createPlane(detail.width, detail.height);
  for (let i = 0; i < out.data.length; i++) {
    const [a, b, c] = [detail.data[i]!, first.data[i]!, second.data[i]!];
    const middle = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    out.data[i] = Math.min(1, Math.max(0, (middle - 0.25) * 2));
  }
  return out;
}

/** The detail lacks what the majority has, or has what the majority lacks. */
const MISSING = 1;
const EXTRA = 2;

function disputedAreas(detail: Plane, majority: Plane): Uint8Array {
  const { width, height } = detail;
  const differs = createPlane(width, height);
  for (let i = 0; i < differs.data.length; i++) {
    differs.data[i] = detail.data[i]! > 0.5 !== majority.data[i]! > 0.5 ? 1 : 0;
  }
  const core = boxMean(differs, AREA);
  for (let i = 0; i < core.data.length; i++) core.data[i] = core.data[i]! > 0.999 ? 1 : 0;
  const near = boxMean(core, AREA).data;
  const out = new Uint8Array(differs.data.length);
  for (let i = 0; i < out.length; i++) {
    if (differs.data[i] === 1 && near[i]! > 1e-6) out[i] = detail.data[i]! > 0.5 ? EXTRA : MISSING;
  }
  return out;
}
