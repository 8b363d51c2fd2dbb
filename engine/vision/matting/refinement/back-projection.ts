/**
 * Keeps a refined matte true to the small one it was made from (iterative back-projection, Irani and Peleg 1991). Ambiguous
 * colors blur thin parts; a crisp matte is more reliable there.
 */
import { boxMean } from '../../../pixels/box-filter.ts';
import { areaMean, cropPlane, enlarge, expandRect, type Plane, scaleRect, squares } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';

const rounds = 2;
const tileSide = 128;
/** Variance around the mean of 3 x 3 px, as a share of that of a binary matte: ramps over 4 px have 0.03, lines of 1 px 0.3. */
const crispness = { from: 0.05, to: 0.15 };
/** Mean of 4α(1 - α) in a pixel of the matte: 0 if the refinement decided between subject and background, 1 if it is gray. */
const indecision = { from: 0.6, to: 0.9 };

/**
 * Moves the means of `refined` (changed) over each pixel of `matte` to the values there, as far as the matte is crisp and the
 * refinement undecided.
 * @param refined at least the size of `matte`; a smaller one is not changed
 */
export function restoreMeans(refined: Plane, matte: Plane): void {
  const { width, height } = refined;
  if (matte.width > width || matte.height > height) return;
  const weight = weigh(refined, matte);
  for (let round = 0; round < rounds; round++) {
    const missing = areaMean(refined, matte.width, matte.height, undefined, weight);
    for (let i = 0; i < missing.data.length; i++) {
      missing.data[i] = (matte.data[i]! - missing.data[i]!) * weight.data[i]!;
    }
    addEnlarged(missing, refined);
  }
}

/** Weight of the matte at each of its pixels, 0..1. */
function weigh(refined: Plane, matte: Plane): Plane {
  const crisp = crispnessOf(matte);
  const gray = areaMean(refined, matte.width, matte.height, (alpha) => 4 * alpha * (1 - alpha), crisp);
  for (let i = 0; i < gray.data.length; i++) {
    crisp.data[i]! *= smoothstep(gray.data[i]!, indecision.from, indecision.to);
  }
  // Neighbors alike: along an edge that is crisp in every other pixel, the result would be jagged.
  return boxMean(crisp, 1, crisp);
}

/** Returns 1 if a matte varies within 3 x 3 px as much as between subject and background, 0 if it is even or fades. */
function crispnessOf(matte: Plane): Plane {
  const mean = boxMean(matte, 1);
  const detail = boxMean({ ...matte, data: matte.data.map((value, i) => (value - mean.data[i]!) ** 2) }, 1);
  // As wide as the pixels that `detail` depends on, or it would find the foot of a ramp crisp.
  boxMean(mean, 1, mean);
  for (let i = 0; i < detail.data.length; i++) {
    const binary = Math.max(1e-3, mean.data[i]! * (1 - mean.data[i]!));
    detail.data[i] = smoothstep(detail.data[i]! / binary, crispness.from, crispness.to);
  }
  return detail;
}

/** Adds a small plane, enlarged, to a larger one (changed), within 0..1. */
function addEnlarged(small: Plane, target: Plane): void {
  const { width, height } = target;
  for (const rect of squares(width, height, tileSide)) {
    const place = scaleRect(rect, small.width / width, small.height / height);
    if (cropPlane(small, expandRect(place, 2, small.width, small.height)).data.every((value) => value === 0)) continue;
    const part = enlarge(small, width, height, rect);
    for (let y = 0, from = 0; y < rect.height; y++) {
      let to = (rect.y + y) * width + rect.x;
      for (let x = 0; x < rect.width; x++, from++, to++) {
        target.data[to] = Math.min(1, Math.max(0, target.data[to]! + part.data[from]!));
      }
    }
  }
}
