/**
 * Merges opinions (steps 4 and 5 of `people-matte.ts`): details from the best matte, areas from the majority or a decision. Only wide differences are areas.
 * Own numbers (rules `agreement`, `filled by the others`, `holes`).
 */
import { boxMean } from '../../../pixels/box-filter.ts';
import { findAreas } from '../../../pixels/components.ts';
import { createPlane, minPlane, type Plane } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { Photo } from '../../photo/decode.ts';
import { backgroundLikelihood } from '../colors/color-ratio.ts';

/** Shorter side in px of a matte with the lengths below. */
const referenceSide = 512;
/** Narrower differences are edges. */
const areaHalfWidth = 4;
const certainHalfWidth = 6;
/** Maximum differences of areas: hair may be half transparent, solids not. */
const maxDifference = 0.2;
const maxHairDifference = 0.5;
const hairReach = 16;
/** Log ratio of a real hole, and the others' maximum there. */
const minHoleRatio = 1;
const maxHoleOpinion = 0.9;

const missing = 1;
const extra = 2;

/** Blends the fine matte with the base one, as far as that agrees better with the opinions. */
export function preferFine(base: Plane, fine: Plane, opinions: readonly [Plane, Plane]): Plane {
  const around = lengthFor(base, certainHalfWidth);
  const reference = createPlane(base.width, base.height);
  for (let i = 0; i < reference.data.length; i++) {
    reference.data[i] = (opinions[0].data[i]! + opinions[1].data[i]!) / 2;
  }
  const [calmBase, calmFine, calm] = [base, fine, reference].map((plane) => boxMean(plane, around).data);
  const out = createPlane(base.width, base.height);
  for (let i = 0; i < out.data.length; i++) {
    const worse = Math.abs(calmFine![i]! - calm![i]!) - Math.abs(calmBase![i]! - calm![i]!);
    const share = smoothstep(worse, 0.05, 0.25);
    out.data[i] = base.data[i]! * share + fine.data[i]! * (1 - share);
  }
  return out;
}

export type Decision = { decided: Plane; hair: Plane };

/**
 * Corrects areas of `detail` that contradict the majority.
 * @param detail has the best edges
 * @param decision replaces the majority, and corrects half-transparent areas
 */
export function mergeMattes(
  detail: Plane,
  opinions: readonly [Plane, Plane],
  photo: Photo,
  decision: Decision | null = null,
): Plane {
  const { width, height } = detail;
  const majority = decision
    ? { ...decision.decided, data: decision.decided.data.slice() }
    : majorityOf(detail, opinions);
  const around = lengthFor(detail, certainHalfWidth);
  const calmDetail = boxMean(detail, around).data;
  const calmMajority = boxMean(majority, around).data;
  const likelihood = likelihoodOf(photo, sides(calmDetail, calmMajority));
  const limits = limitsFor(detail, decision?.hair);
  const { add, remove, hole } = settle(detail, disputedAreas(detail, majority, limits), opinions, likelihood);
  if (limits) {
    // Holes show background, which is never half transparent.
    for (let i = 0; i < hole.length; i++) {
      if (hole[i] === 0 || limits[i]! >= maxHairDifference) continue;
      majority.data[i] = 0;
      remove[i] = 1;
    }
  }
  const calmOthers = boxMean(minPlane(...opinions), around).data;
  const out = createPlane(width, height);
  for (let i = 0; i < out.data.length; i++) {
    let value = detail.data[i]!;
    if (add[i]! > 0) value = Math.max(value, majority.data[i]!);
    if (remove[i]! > 0) value = Math.min(value, majority.data[i]!);
    // The others' certain areas are solid, unless background shows through.
    out.data[i] = Math.max(value, smoothstep(calmOthers[i]!, 0.93, 0.99) * smoothstep(likelihood[i]!, minHoleRatio, 0));
  }
  return out;
}

/** Returns log ratios, positive for background. */
function likelihoodOf(photo: Photo, side: Int8Array): Float32Array {
  const likelihood = backgroundLikelihood(photo, side);
  const out = createPlane(photo.width, photo.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = Math.max(-6, Math.min(6, likelihood(i)));
  return boxMean(out, 1, out).data;
}

function lengthFor({ width, height }: Plane, length: number): number {
  return Math.max(2, Math.round((length * Math.min(width, height)) / referenceSide));
}

/** Returns the median, steeper because rough opinions are vague. */
function majorityOf(detail: Plane, [first, second]: readonly [Plane, Plane]): Plane {
  const out = createPlane(detail.width, detail.height);
  for (let i = 0; i < out.data.length; i++) {
    const [a, b, c] = [detail.data[i]!, first.data[i]!, second.data[i]!];
    const middle = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    out.data[i] = smoothstep(middle, 0.25, 0.75);
  }
  return out;
}

/** Returns 1 (subject) or -1 if all agree, far from edges. */
function sides(calmDetail: Float32Array, calmMajority: Float32Array): Int8Array {
  const out = new Int8Array(calmDetail.length);
  for (let i = 0; i < out.length; i++) {
    if (calmDetail[i]! > 0.97 && calmMajority[i]! > 0.97) out[i] = 1;
    else if (calmDetail[i]! < 0.03 && calmMajority[i]! < 0.03) out[i] = -1;
  }
  return out;
}

/** Decides disputed areas. A `hole` overrules the majority. */
function settle(
  detail: Plane,
  disputed: Uint8Array,
  opinions: readonly [Plane, Plane],
  likelihood: Float32Array,
): { add: Float32Array; remove: Float32Array; hole: Uint8Array } {
  const { width, height } = detail;
  const { labels, sizes, values } = findAreas(disputed, width, height);
  const color = new Float64Array(sizes.length);
  const certainty = new Float64Array(sizes.length);
  for (let i = 0; i < labels.length; i++) {
    if (disputed[i] === 0) continue;
    color[labels[i]!]! += likelihood[i]!;
    certainty[labels[i]!]! += (opinions[0].data[i]! + opinions[1].data[i]!) / 2;
  }
  const isHole = sizes.map(
    (size, area) =>
      values[area] === missing && color[area]! / size > minHoleRatio && certainty[area]! / size < maxHoleOpinion,
  );
  const add = createPlane(width, height);
  const remove = createPlane(width, height);
  const hole = new Uint8Array(labels.length);
  for (let i = 0; i < labels.length; i++) {
    if (disputed[i] === missing && isHole[labels[i]!]) hole[i] = 1;
    else if (disputed[i] === missing) add.data[i] = 1;
    else if (disputed[i] === extra) remove.data[i] = 1;
  }
  // Extends beyond the area, against rims.
  const beyond = lengthFor(detail, areaHalfWidth) + 2;
  return { add: boxMean(add, beyond, add).data, remove: boxMean(remove, beyond, remove).data, hole };
}

/** Returns maximum differences; null counts only the side of 0.5. */
function limitsFor(detail: Plane, hair: Plane | undefined): Float32Array | null {
  if (!hair) return null;
  const out = boxMean(hair, lengthFor(detail, hairReach)).data;
  for (let i = 0; i < out.length; i++) {
    out[i] = maxDifference + (maxHairDifference - maxDifference) * smoothstep(out[i]!, 0.02, 0.2);
  }
  return out;
}

function disputedAreas(detail: Plane, majority: Plane, limits: Float32Array | null): Uint8Array {
  const { width, height } = detail;
  const area = lengthFor(detail, areaHalfWidth);
  const differs = createPlane(width, height);
  for (let i = 0; i < differs.data.length; i++) {
    const [have, want] = [detail.data[i]!, majority.data[i]!];
    const isDisputed = limits ? Math.abs(have - want) > limits[i]! : have > 0.5 !== want > 0.5;
    differs.data[i] = isDisputed ? 1 : 0;
  }
  const core = boxMean(differs, area);
  for (let i = 0; i < core.data.length; i++) core.data[i] = core.data[i]! > 0.999 ? 1 : 0;
  const near = boxMean(core, area, core).data;
  const out = new Uint8Array(differs.data.length);
  for (let i = 0; i < out.length; i++) {
    if (differs.data[i] === 1 && near[i]! > 1e-6) out[i] = detail.data[i]! > majority.data[i]! ? extra : missing;
  }
  return out;
}
