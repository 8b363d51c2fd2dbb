/**
 * Decides wide half-transparent areas, such as shadows, because solids are opaque. Own numbers; narrow areas are edges
 * or hair.
 */
import { boxMean } from '../../../pixels/box-filter.ts';
import { findAreas } from '../../../pixels/components.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import type { Photo } from '../../photo/decode.ts';
import { backgroundLikelihood } from '../colors/color-ratio.ts';
import { shadowMask } from '../colors/detect-shadow.ts';

/** Limits of alpha. */
const minUncertainAlpha = 0.12;
const maxUncertainAlpha = 0.88;
/** Share of the shorter side. */
const halfWidthShare = 0.008;
const minShadowShare = 0.6;
/** Alpha per unit of log ratio. */
const colorWeight = 0.1;

/** Decides each area by its mean alpha, its colors and shadow detection. */
export function resolveUncertainAreas(matte: Plane, photo: Photo): Plane {
  const { width, height } = matte;
  const radius = Math.max(2, Math.round(Math.min(width, height) * halfWidthShare));
  const uncertain = wideAreas(matte, radius);
  const { labels, sizes } = findAreas(uncertain, width, height);
  const likelihood = backgroundLikelihood(photo, sides(matte));
  const shadow = shadowMask(photo, matte);
  const sums = sizes.map(() => ({ alpha: 0, color: 0, shadow: 0 }));
  for (let i = 0; i < labels.length; i++) {
    if (uncertain[i] === 0) continue;
    const sum = sums[labels[i]!]!;
    sum.alpha += matte.data[i]!;
    sum.color += Math.min(3, Math.max(-3, likelihood(i)));
    sum.shadow += shadow[i]!;
  }
  const isSubject = sums.map(({ alpha, color, shadow: shaded }, area) => {
    const size = sizes[area]!;
    return shaded / size < minShadowShare && alpha / size - (colorWeight * color) / size > 0.5;
  });
  const raise = createPlane(width, height);
  const lower = createPlane(width, height);
  for (let i = 0; i < labels.length; i++) {
    if (uncertain[i] === 1) (isSubject[labels[i]!] ? raise : lower).data[i] = 1;
  }
  // Soften the borders, and keep certain alpha.
  boxMean(raise, radius, raise);
  boxMean(lower, radius, lower);
  const out = createPlane(width, height);
  for (let i = 0; i < out.data.length; i++) {
    const value = matte.data[i]!;
    const raised = value + (1 - value) * Math.min(1, raise.data[i]! * 2);
    out.data[i] = value > maxUncertainAlpha ? raised : raised * (1 - Math.min(1, lower.data[i]! * 2));
  }
  return out;
}

/** Returns 1 in uncertain areas wider than twice the radius. */
function wideAreas(matte: Plane, radius: number): Uint8Array {
  const { width, height, data } = matte;
  const core = createPlane(width, height);
  for (let i = 0; i < data.length; i++)
    core.data[i] = data[i]! > minUncertainAlpha && data[i]! < maxUncertainAlpha ? 1 : 0;
  boxMean(core, radius, core);
  for (let i = 0; i < data.length; i++) core.data[i] = core.data[i]! > 0.999 ? 1 : 0;
  boxMean(core, radius, core);
  const out = new Uint8Array(data.length);
  for (let i = 0; i < out.length; i++)
    out[i] = core.data[i]! > 1e-6 && data[i]! > minUncertainAlpha && data[i]! < maxUncertainAlpha ? 1 : 0;
  return out;
}

function sides(matte: Plane): Int8Array {
  const out = new Int8Array(matte.data.length);
  for (let i = 0; i < out.length; i++) out[i] = matte.data[i]! > 0.95 ? 1 : matte.data[i]! < 0.03 ? -1 : 0;
  return out;
}
