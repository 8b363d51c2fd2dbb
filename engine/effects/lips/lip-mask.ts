/**
 * Segments lips by adding log odds: the mesh as a prior, and likelihood ratios of Gaussian mixtures (lips, skin, mouth)
 * in Lab. `npm run bench -- ablation` shows the effect of the weights.
 */
import { boxMean } from '../../pixels/box-filter.ts';
import { type ColorClass, type Gaussian, learnColors, likelihoodOf } from '../../pixels/color-classes.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import { feathered } from '../../vision/face/mesh.ts';
import type { Mouth } from './mouth.ts';

/** For the color of a pixel, and of its surroundings. */
const pixelWeight = 2.2;
const regionWeight = 3.2;
/** In mouth widths: larger objects are no lip. */
const regionRadius = 0.05;
/** Gaussians are a bad model beyond it. */
const maxLogOdds = 6;
const maxPrior = 0.975;
/** Limits of lips on the soft outlines. */
const minOuter = 0.02;
const maxOpening = 0.97;
/** Of `opening`: possibly, and surely inside the mouth. */
const openingRange = [0.03, 0.3] as const;
/** Redder lips (a) differ from the inside by redness, others by lightness (L). */
const minRedA = 4;
const maxInsideRedness = 0.6;
const lighterL = 10;
const darkerL = 14;
/** Smaller light areas are highlights. */
const minTeethShare = 0.08;
/** In mouth widths: the dark of lower openings is shade. */
const minOpeningHeight = 0.035;
/** Smooths the noise of single pixels. */
const edgePx = 2;
const inwardShift = 0.15;

export function lipMask(mouth: Mouth): Plane {
  const { lab, outer, opening, face, skin: anySkin, width } = mouth;
  const lipsAbove = (limit: number) =>
    learnColors(lab, (index) => mouth.lips.data[index]! > limit && face.data[index]! > 0.6, 2);
  const lips = lipsAbove(0.9) ?? lipsAbove(0.5);
  const mask = createPlane(outer.width, outer.height);
  if (!lips) return mask;
  const skin = learnColors(lab, (index) => outer.data[index]! < 0.015 && anySkin.data[index]! > 0.7, 3);
  const { inside, alsoLips } = learnInside(mouth, lips);
  const allLips = [...lips, ...alsoLips];
  const againstSkin = logLikelihoodRatio(mouth, lips, skin);
  // Only near the opening, because folds at the corners are as dark.
  const openingAgainstSkin = logLikelihoodRatio(mouth, [...allLips, ...inside], skin);
  for (let i = 0; i < mask.data.length; i++) {
    const near = smoothstep(opening.data[i]!, ...openingRange);
    againstSkin.data[i]! += near * (openingAgainstSkin.data[i]! - againstSkin.data[i]!);
  }
  const againstInside = logLikelihoodRatio(mouth, allLips, inside);
  const radius = Math.max(1, Math.round(width * regionRadius));
  const [skinAround, insideAround] = [boxMean(againstSkin, radius), boxMean(againstInside, radius)];
  for (let i = 0; i < mask.data.length; i++) {
    const outerOdds = logit(outer.data[i]!) + blendLikelihoods(againstSkin.data[i]!, skinAround.data[i]!);
    const clear = logit(1 - opening.data[i]!) + blendLikelihoods(againstInside.data[i]!, insideAround.data[i]!);
    mask.data[i] = logistic(outerOdds) * (inside.length === 0 || opening.data[i]! < 0.01 ? 1 : logistic(clear));
  }
  const exact = limitMask(mask, mouth, inside.length > 0);
  const soft = feathered(exact, edgePx);
  // Softens inwards only.
  for (let i = 0; i < soft.data.length; i++) soft.data[i] = smoothstep(soft.data[i]!, inwardShift, 1);
  return soft;
}

/** Learns colors of teeth and of the dark mouth, and lip colors within the mesh's opening. */
function learnInside(mouth: Mouth, lips: ColorClass): { inside: ColorClass; alsoLips: ColorClass } {
  const { lab, gap, face } = mouth;
  const isBetween = (index: number) => gap.data[index]! > 0.7 && face.data[index]! > 0.3;
  const darkBelow = Math.min(...lips.map(({ mean }) => mean[0])) - darkerL;
  const isDark = (index: number) => lab.L.data[index]! < darkBelow;
  const isLip = createLipTest(lips);
  const isTooth = (index: number) =>
    isBetween(index) && !isDark(index) && !isLip([lab.L.data[index]!, lab.a.data[index]!, lab.b.data[index]!]);
  let [all, seen] = [0, 0];
  for (let index = 0; index < gap.data.length; index++) {
    if (isBetween(index)) all++;
    if (isTooth(index)) seen++;
  }
  const teeth = seen > minTeethShare * all ? learnColors(lab, isTooth, 2) : null;
  const dark = learnColors(lab, (index) => isBetween(index) && isDark(index), 2) ?? [];
  // Next to teeth, dark red is flesh and no lip.
  const depth = teeth ? dark : dark.filter(({ mean }) => !isLip(mean) && !isShut(mouth));
  const rest = learnColors(lab, (index) => isBetween(index) && !isDark(index) && !(teeth && isTooth(index)), 2) ?? [];
  return {
    inside: [...(teeth ?? []), ...depth],
    alsoLips: [...rest, ...dark.filter((gaussian) => !depth.includes(gaussian))],
  };
}

function createLipTest(lips: ColorClass): (color: Gaussian['mean']) => boolean {
  if (Math.min(...lips.map(({ mean }) => mean[1])) > minRedA) {
    const minRedness = maxInsideRedness * Math.min(...lips.map(({ mean }) => redness(mean)));
    return (color) => redness(color) > minRedness;
  }
  const lightness = lips.map(({ mean }) => mean[0]);
  return ([L]) => L < Math.max(...lightness) + lighterL && L > Math.min(...lightness) - darkerL;
}

/** Equal in light and shade (CIE 1976). */
function redness([L, a]: Gaussian['mean']): number {
  return a / (L + 16);
}

function isShut({ gap, width }: Mouth): boolean {
  return gap.data.reduce((sum, share) => sum + share, 0) < minOpeningHeight * width * width;
}

/** Returns -1..1. */
function logLikelihoodRatio({ lab: { L, a, b } }: Mouth, lips: ColorClass, nonLips: ColorClass | null): Plane {
  const out = createPlane(L.width, L.height);
  if (!nonLips || nonLips.length === 0) return out;
  for (let i = 0; i < out.data.length; i++) {
    const color = [L.data[i]!, a.data[i]!, b.data[i]!] as const;
    const difference = likelihoodOf(lips, ...color) - likelihoodOf(nonLips, ...color);
    out.data[i] = Math.max(-maxLogOdds, Math.min(maxLogOdds, difference)) / maxLogOdds;
  }
  return out;
}

function blendLikelihoods(own: number, around: number): number {
  return pixelWeight * own + regionWeight * around;
}

function logit(probability: number): number {
  const p = Math.min(maxPrior, Math.max(1 - maxPrior, probability));
  return Math.log(p / (1 - p));
}

function logistic(logarithm: number): number {
  return 1 / (1 + Math.exp(-logarithm));
}

function limitMask(mask: Plane, { outer, opening, face }: Mouth, isOpen: boolean): Plane {
  for (let i = 0; i < mask.data.length; i++) {
    const clear = isOpen ? smoothstep(opening.data[i]!, maxOpening, 0.7) : 1;
    const limit = clear * smoothstep(face.data[i]!, 0.3, 0.7) * smoothstep(outer.data[i]!, minOuter, 0.15);
    mask.data[i] = limit * smoothstep(mask.data[i]!, 0.12, 0.88);
  }
  return mask;
}
