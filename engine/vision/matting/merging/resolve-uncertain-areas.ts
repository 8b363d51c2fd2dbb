/** Decides wide areas that a model left between subject and background, such as shadows: nothing solid is half there. */
import { boxMean } from '../../../pixels/box-filter.ts';
import { findAreas } from '../../../pixels/components.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import type { Photo } from '../../photo/decode.ts';
import { backgroundLikelihood } from '../colors/color-ratio.ts';
import { shadowMask } from '../colors/detect-shadow.ts';

/** Alpha between these is vague. */
const vagueFrom = 0.12;
const vagueTo = 0.88;
/** Half width of an area that is more than an edge, part of the matte's shorter side. */
const wide = 0.008;
/** An area that looks like the shaded background by more than this part is a shadow. */
const shadowShare = 0.6;
/** What a likelihood ratio of e for the background takes from an area's mean alpha. */
const colorWeight = 0.1;

/**
 * Makes each wide vague area subject or background, by its mean alpha, its colours, and whether it is a shadow.
 * Edges and hair, being narrow, stay as they are.
 * @param photo at the matte's size.
 */
export function resolveUncertainAreas(matte: Plane, photo: Photo): Plane {
  const { width, height } = matte;
  const radius = Math.max(2, Math.round(Math.min(width, height) * wide));
  const vague = wideAreas(matte, radius);
  const { labels, sizes } = findAreas(vague, width, height);
  const likelihood = backgroundLikelihood(photo, sides(matte));
  const shadow = shadowMask(photo, matte);
  const sums = sizes.map(() => ({ alpha: 0, colour: 0, shadow: 0 }));
  for (let i = 0; i < labels.length; i++) {
    if (vague[i] === 0) continue;
    const sum = sums[labels[i]!]!;
    sum.alpha += matte.data[i]!;
    sum.colour += Math.min(3, Math.max(-3, likelihood(i)));
    sum.shadow += shadow[i]!;
  }
  const isSubject = sums.map(({ alpha, colour, shadow: shaded }, area) => {
    const size = sizes[area]!;
    return shaded / size < shadowShare && alpha / size - (colorWeight * colour) / size > 0.5;
  });
  const raise = createPlane(width, height);
  const lower = createPlane(width, height);
  for (let i = 0; i < labels.length; i++) {
    if (vague[i] === 1) (isSubject[labels[i]!] ? raise : lower).data[i] = 1;
  }
  // Softened, and never against what was clear before.
  boxMean(raise, radius, raise);
  boxMean(lower, radius, lower);
  const out = createPlane(width, height);
  for (let i = 0; i < out.data.length; i++) {
    const value = matte.data[i]!;
    const raised = value + (1 - value) * Math.min(1, raise.data[i]! * 2);
    out.data[i] = value > vagueTo ? raised : raised * (1 - Math.min(1, lower.data[i]! * 2));
  }
  return out;
}

/** 1 in vague areas that are wider than 2·radius. */
function wideAreas(matte: Plane, radius: number): Uint8Array {
  const { width, height, data } = matte;
  const core = createPlane(width, height);
  for (let i = 0; i < data.length; i++) core.data[i] = data[i]! > vagueFrom && data[i]! < vagueTo ? 1 : 0;
  boxMean(core, radius, core);
  for (let i = 0; i < data.length; i++) core.data[i] = core.data[i]! > 0.999 ? 1 : 0;
  boxMean(core, radius, core);
  const out = new Uint8Array(data.length);
  for (let i = 0; i < out.length; i++)
    out[i] = core.data[i]! > 1e-6 && data[i]! > vagueFrom && data[i]! < vagueTo ? 1 : 0;
  return out;
}

function sides(matte: Plane): Int8Array {
  const out = new Int8Array(matte.data.length);
  for (let i = 0; i < out.length; i++) out[i] = matte.data[i]! > 0.95 ? 1 : matte.data[i]! < 0.03 ? -1 : 0;
  return out;
}
