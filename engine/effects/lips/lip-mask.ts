/** Tells lips from skin, teeth and the dark of the mouth: the mesh says about where, the photograph's colours say exactly. */
import { boxMean } from '../../pixels/box-filter.ts';
import { type ColorClass, type Gaussian, learnColors, likelihoodOf } from '../../pixels/color-classes.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import { feathered } from '../../vision/face/mesh.ts';
import type { Mouth } from './mouth.ts';

/** How much a pixel's own colour may say against the mesh, and that of its surroundings, in logarithms of odds. */
const ownSay = 2.2;
const regionSay = 3.2;
/** Half the side of those surroundings, in widths of the mouth: what lies on a lip and is larger than this is not lip. */
const region = 0.05;
/** The colours' logarithms are cut here: beyond, they only say how bad a model Gaussians are. */
const maxLogOdds = 6;
/** The mesh is never believed more than this. */
const certainty = 0.975;
/** Beyond these values of the mouth's soft outlines nothing is lip: outside the lips, inside the opening. */
const outsideLips = 0.02;
const insideOpening = 0.97;
/** Values of the mouth's soft opening at places that may show the inside of the mouth: barely, and surely. */
const nearOpening = [0.03, 0.3] as const;
/** Lips at least so red (a) can be told by colour: what is inside has less than this share of their redness, or else is so much lighter. */
const colored = 4;
const lessRed = 0.6;
const lighter = 10;
/** So much darker (L) than the lips is the dark of the mouth, or the shade of lips. */
const darker = 14;
/** Teeth that show fill at least this share of the opening: less is light that lies on a wet lip. */
const minTeethShare = 0.08;
/** A mouth whose opening is lower than this (mean, in widths of the mouth) is shut: what is dark there is the shade of the lips. */
const shutBelow = 0.035;
/** Softness of the mask's edges (px): single pixels are told from each other by their noise. */
const edge = 2;
const inwards = 0.15;

/** 0..1: how much of each pixel is lip. */
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
  const againstSkin = saying(mouth, lips, skin);
  // Teeth and the dark inside the mouth are no skin either, but only there: folds at the corners are as dark.
  const openingAgainstSkin = saying(mouth, [...allLips, ...inside], skin);
  for (let i = 0; i < mask.data.length; i++) {
    const near = smoothstep(opening.data[i]!, ...nearOpening);
    againstSkin.data[i]! += near * (openingAgainstSkin.data[i]! - againstSkin.data[i]!);
  }
  const againstInside = saying(mouth, allLips, inside);
  const radius = Math.max(1, Math.round(width * region));
  const [skinAround, insideAround] = [boxMean(againstSkin, radius), boxMean(againstInside, radius)];
  for (let i = 0; i < mask.data.length; i++) {
    const outerOdds = odds(outer.data[i]!) + blendLikelihoods(againstSkin.data[i]!, skinAround.data[i]!);
    const clear = odds(1 - opening.data[i]!) + blendLikelihoods(againstInside.data[i]!, insideAround.data[i]!);
    mask.data[i] = share(outerOdds) * (inside.length === 0 || opening.data[i]! < 0.01 ? 1 : share(clear));
  }
  const exact = bounded(mask, mouth, inside.length > 0);
  const soft = feathered(exact, edge);
  // Softened inwards: what was outside stays outside.
  for (let i = 0; i < soft.data.length; i++) soft.data[i] = smoothstep(soft.data[i]!, inwards, 1);
  return soft;
}

/** The colours of teeth and of the dark of the mouth, none where it is shut; and of what the mesh took from the lips. */
function learnInside(mouth: Mouth, lips: ColorClass): { inside: ColorClass; alsoLips: ColorClass } {
  const { lab, gap, face } = mouth;
  const isBetween = (index: number) => gap.data[index]! > 0.7 && face.data[index]! > 0.3;
  const darkBelow = Math.min(...lips.map(({ mean }) => mean[0])) - darker;
  const isDark = (index: number) => lab.L.data[index]! < darkBelow;
  const isLip = lipLike(lips);
  const isTooth = (index: number) =>
    isBetween(index) && !isDark(index) && !isLip([lab.L.data[index]!, lab.a.data[index]!, lab.b.data[index]!]);
  let [all, seen] = [0, 0];
  for (let index = 0; index < gap.data.length; index++) {
    if (isBetween(index)) all++;
    if (isTooth(index)) seen++;
  }
  const teeth = seen > minTeethShare * all ? learnColors(lab, isTooth, 2) : null;
  const dark = learnColors(lab, (index) => isBetween(index) && isDark(index), 2) ?? [];
  // Beside teeth the mouth is open: the dark there is red from the flesh around it, and no lip.
  const depth = teeth ? dark : dark.filter(({ mean }) => !isLip(mean) && !isShut(mouth));
  const rest = learnColors(lab, (index) => isBetween(index) && !isDark(index) && !(teeth && isTooth(index)), 2) ?? [];
  return {
    inside: [...(teeth ?? []), ...depth],
    alsoLips: [...rest, ...dark.filter((gaussian) => !depth.includes(gaussian))],
  };
}

/** Teeth and the dark of a mouth are less red than lips; where nothing is red, much lighter or much darker. */
function lipLike(lips: ColorClass): (color: Gaussian['mean']) => boolean {
  if (Math.min(...lips.map(({ mean }) => mean[1])) > colored) {
    const minRedness = lessRed * Math.min(...lips.map(({ mean }) => redness(mean)));
    return (color) => redness(color) > minRedness;
  }
  const lightness = lips.map(({ mean }) => mean[0]);
  return ([L]) => L < Math.max(...lightness) + lighter && L > Math.min(...lightness) - darker;
}

/** Alike in light and in shade: weaker light makes a and L + 16 smaller by the same factor (CIE 1976). */
function redness([L, a]: Gaussian['mean']): number {
  return a / (L + 16);
}

function isShut({ gap, width }: Mouth): boolean {
  return gap.data.reduce((sum, share) => sum + share, 0) < shutBelow * width * width;
}

/** For each pixel, how much more it looks like lips than like something else, in logarithms, cut at both ends. */
function saying({ lab: { L, a, b } }: Mouth, lips: ColorClass, nonLips: ColorClass | null): Plane {
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
  return ownSay * own + regionSay * around;
}

function odds(probability: number): number {
  const p = Math.min(certainty, Math.max(1 - certainty, probability));
  return Math.log(p / (1 - p));
}

function share(logarithm: number): number {
  return 1 / (1 + Math.exp(-logarithm));
}

function bounded(mask: Plane, { outer, opening, face }: Mouth, isOpen: boolean): Plane {
  for (let i = 0; i < mask.data.length; i++) {
    const clear = isOpen ? smoothstep(opening.data[i]!, insideOpening, 0.7) : 1;
    const limit = clear * smoothstep(face.data[i]!, 0.3, 0.7) * smoothstep(outer.data[i]!, outsideLips, 0.15);
    mask.data[i] = limit * smoothstep(mask.data[i]!, 0.12, 0.88);
  }
  return mask;
}
