/**
 * Restores a crisp matte's means, because refinement blurs thin parts: iterative back-projection (Irani and Peleg
 * 1991). Own numbers (rule `back-projection`).
 */
import { boxMean } from '../../../pixels/box-filter.ts';
import { areaMean, cropPlane, enlarge, expandRect, type Plane, scaleRect, squares } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';

const rounds = 2;
const tileSide = 128;
/** Variance by a binary matte's: ramps over 4 px have 0.03, lines of 1 px 0.3. */
const crispness = { from: 0.05, to: 0.15 };
/** Mean of `4α(1 - α)`: 0 decided, 1 gray. */
const indecision = { from: 0.6, to: 0.9 };

/** Moves the means of undecided pixels of `refined` (changed) to a crisp `matte`. */
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

function weigh(refined: Plane, matte: Plane): Plane {
  const crisp = crispnessOf(matte);
  const gray = areaMean(refined, matte.width, matte.height, (alpha) => 4 * alpha * (1 - alpha), crisp);
  for (let i = 0; i < gray.data.length; i++) {
    crisp.data[i]! *= smoothstep(gray.data[i]!, indecision.from, indecision.to);
  }
  // Smooth, against jagged edges.
  return boxMean(crisp, 1, crisp);
}

/** Returns 1 for a binary matte, 0 for an even one. */
function crispnessOf(matte: Plane): Plane {
  const mean = boxMean(matte, 1);
  const detail = boxMean({ ...matte, data: matte.data.map((value, i) => (value - mean.data[i]!) ** 2) }, 1);
  // Cover all pixels of `detail`, or ramps would count as crisp.
  boxMean(mean, 1, mean);
  for (let i = 0; i < detail.data.length; i++) {
    const binary = Math.max(1e-3, mean.data[i]! * (1 - mean.data[i]!));
    detail.data[i] = smoothstep(detail.data[i]! / binary, crispness.from, crispness.to);
  }
  return detail;
}

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
