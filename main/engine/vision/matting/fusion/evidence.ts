/** What is known about each pixel before it is decided whether it belongs to the subject: looks, colours, texture. */

import type { Photo } from '../../photo/decode.ts';
import { boxMean } from '../../pixels/box-filter.ts';
import {
  type ColourPlanes,
  createModel,
  evaluate,
  fitToGuide,
  guideStatistics,
  planesOf,
} from '../../pixels/guide-statistics.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';
import { backgroundLikelihood } from '../colour-ratio.ts';
import type { Behind } from './gaps.ts';
import { rowDistance } from './row-colours.ts';
import { type SmoothColours, smoothColours } from './smooth-colours.ts';

/** What the object network saw: from afar, nearer, and twice finer; all of one size. */
export type Looks = { far: Plane; near: Plane; middle: Plane; fine: Plane };

/** How surely each pixel belongs to the subject, as far as it is known by now. */
type Belief = {
  plane: Plane;
  /** 1 subject, -1 background, 0 not sure. */
  side: Int8Array;
};

/** The features of each pixel, in the order of the fit, and what they say about the background alone. */
export type Evidence = { planes: Plane[]; behind: Behind };

/** A length of the reference, in px of the photograph. */
type Length = (length: number) => number;

/** Lengths below are in px of a picture whose longer side is this. */
const referenceSide = 768;
/** Variance of colours in 0..1 that noise and JPEG leave on any surface. */
const noise = 2e-3;
/** Variance below which a window of the guide counts as flat. */
const flat = 1e-3;

/** All that is known. @param photo at the looks' size */
export function evidenceOf(photo: Photo, looks: Looks): Evidence {
  const colours = planesOf(photo);
  const px = lengthIn(photo);
  const { planes, behind } = colourEvidence(photo, colours, px, beliefOf(looks), looks.near);
  return { planes: [...lookEvidence(colours, px, looks), ...planes], behind };
}

/** The looks with their surroundings, and the photograph's texture. */
function lookEvidence(colours: ColourPlanes, px: Length, { far, near, middle, fine }: Looks): Plane[] {
  const followed = guided(colours, fine, px(8));
  const texture = textureOf(colours, px);
  return [
    far,
    near,
    middle,
    fine,
    boxMean(near, px(6)),
    boxMean(middle, px(6)),
    boxMean(fine, px(6)),
    boxMean(near, px(24)),
    boxMean(middle, px(24)),
    boxMean(fine, px(24)),
    boxMean(near, px(64)),
    boxMean(middle, px(64)),
    boxMean(fine, px(64)),
    followed,
    boxMean(apart(fine, followed), px(6)),
    ...texture,
    weighted(fine, near),
    weighted(middle, near),
  ];
}

/**
 * What a belief says: itself, its surroundings, and how far each colour is from those of either side.
 * @param within the outline, gaps and all: how well the background goes on inside it is looked at over a distance
 */
function colourEvidence(
  photo: Photo,
  colours: ColourPlanes,
  px: Length,
  { plane, side }: Belief,
  within: Plane,
): Evidence {
  const [subject, background] = [weightOf(plane, side, 1), weightOf(plane, side, -1)];
  const likelihood = likelihoodOf(photo, side);
  const behind = smoothColours(colours, background);
  const fromBehind = deviations(colours, behind);
  const row = rowDistance(
    colours,
    Uint8Array.from(side, (value) => (value === -1 ? 1 : 0)),
  );
  for (let i = 0; i < row.data.length; i++) row.data[i] = Math.sqrt(Math.min(0.7, row.data[i]!));
  const planes = [
    plane,
    boxMean(plane, px(3)),
    boxMean(plane, px(12)),
    boxMean(likelihood, px(1)),
    boxMean(likelihood, px(2)),
    boxMean(likelihood, px(6)),
    fromBehind,
    boxMean(fromBehind, px(6)),
    deviations(colours, smoothColours(colours, subject)),
    row,
    boxMean(row, px(2)),
    ...[12, 32, 80].flatMap((length) =>
      [fromBehind, row, likelihood].map((each) => meanWithin(each, within, px(length))),
    ),
    rooted(behind.variance),
    weighted(fromBehind, within),
    weighted(row, within),
    weighted(likelihood, within),
  ];
  return { planes, behind: { row, deviations: fromBehind } };
}

/** The belief to begin with: what near and finer looks see is subject, what no look sees is background. */
function beliefOf({ far, near, middle, fine }: Looks): Belief {
  const { width, height } = far;
  const plane = createPlane(width, height);
  const seen = createPlane(width, height);
  for (let i = 0; i < plane.data.length; i++) {
    plane.data[i] = near.data[i]! * (0.5 * middle.data[i]! + 0.5 * fine.data[i]!);
    seen.data[i] = Math.max(far.data[i]!, near.data[i]!, fine.data[i]!);
  }
  const around = boxMean(seen, 3, seen).data;
  const side = new Int8Array(plane.data.length);
  for (let i = 0; i < side.length; i++) side[i] = around[i]! < 0.03 ? -1 : plane.data[i]! > 0.8 ? 1 : 0;
  return { plane, side };
}

function lengthIn({ width, height }: Photo): Length {
  return (length) => Math.max(1, Math.round((length * Math.max(width, height)) / referenceSide));
}

function weightOf(plane: Plane, side: Int8Array, wanted: 1 | -1): Plane {
  const out = createPlane(plane.width, plane.height);
  for (let i = 0; i < side.length; i++) {
    const share = wanted === 1 ? plane.data[i]! : 1 - plane.data[i]!;
    out.data[i] = side[i] === wanted ? 1 : side[i] === 0 ? 0.2 * share ** 4 : 0;
  }
  return out;
}

/** How much likelier each colour is in the background, -1..1. */
function likelihoodOf(photo: Photo, side: Int8Array): Plane {
  const likelihood = backgroundLikelihood(photo, side);
  const out = createPlane(photo.width, photo.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = Math.max(-6, Math.min(6, likelihood(i))) / 6;
  return out;
}

/** Distance of each colour from those that are expected, in standard deviations, up to 5.5. */
function deviations(colours: ColourPlanes, { mean, variance }: SmoothColours): Plane {
  const out = createPlane(variance.width, variance.height);
  for (let i = 0; i < out.data.length; i++) {
    let sum = 0;
    for (let c = 0; c < 3; c++) sum += (colours[c]!.data[i]! - mean[c]!.data[i]!) ** 2;
    out.data[i] = Math.sqrt(Math.min(30, sum / (variance.data[i]! + noise)));
  }
  return out;
}

/** Contrast of the brightness in small and larger windows, and its slope. */
function textureOf([red, green, blue]: ColourPlanes, px: Length): Plane[] {
  const { width, height } = red;
  const light = createPlane(width, height);
  const squares = createPlane(width, height);
  for (let i = 0; i < light.data.length; i++) {
    const value = 0.3 * red.data[i]! + 0.59 * green.data[i]! + 0.11 * blue.data[i]!;
    light.data[i] = value;
    squares.data[i] = value * value;
  }
  const contrast = (radius: number): Plane => {
    const mean = boxMean(light, radius);
    const out = boxMean(squares, radius);
    for (let i = 0; i < out.data.length; i++) out.data[i] = Math.max(0, out.data[i]! - mean.data[i]! ** 2);
    return rooted(out);
  };
  const slope = createPlane(width, height);
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1, end = (y + 1) * width - 1; at < end; at++) {
      const across = light.data[at + 1]! - light.data[at - 1]!;
      const down = light.data[at + width]! - light.data[at - width]!;
      slope.data[at] = (across * across + down * down) ** 0.25;
    }
  }
  return [contrast(px(1)), contrast(px(4)), contrast(px(10)), slope, boxMean(slope, px(6))];
}

/** The fourth root: of variances, so that faint texture counts as well. */
function rooted(plane: Plane): Plane {
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = plane.data[i]! ** 0.25;
  return plane;
}

function guided(colours: ColourPlanes, plane: Plane, radius: number): Plane {
  const model = createModel(plane.width, plane.height);
  fitToGuide(guideStatistics(colours, radius, flat), plane, model);
  return evaluate(model, colours, createPlane(plane.width, plane.height));
}

function apart(a: Plane, b: Plane): Plane {
  return { width: a.width, height: a.height, data: a.data.map((value, i) => Math.abs(value - b.data[i]!)) };
}

/** The mean of the window's part inside `within`. */
function meanWithin(plane: Plane, within: Plane, radius: number): Plane {
  const out = createPlane(plane.width, plane.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = plane.data[i]! * within.data[i]!;
  const share = boxMean(within, radius);
  boxMean(out, radius, out);
  for (let i = 0; i < out.data.length; i++) out.data[i] = share.data[i]! > 0.01 ? out.data[i]! / share.data[i]! : 0;
  return out;
}

/** The mean of a plane over the subject, everywhere. */
function weighted(plane: Plane, subject: Plane): Plane {
  let sum = 0;
  let weight = 1;
  for (let i = 0; i < plane.data.length; i++) {
    sum += plane.data[i]! * subject.data[i]!;
    weight += subject.data[i]!;
  }
  const out = createPlane(plane.width, plane.height);
  out.data.fill(sum / weight);
  return out;
}
