/** Lifts brows off a face: how much hair there is at each pixel, and how its colour differs from the skin under it. */
import type { Face, Pixels } from '../face/human.ts';
import { type FacePart, maskOf, outlineOf } from '../face/mesh.ts';
import { cutPhoto } from '../photo/decode.ts';
import { boxMean } from '../pixels/box-filter.ts';
import { toLab } from '../pixels/lab.ts';
import { createPlane, enlarge, type Plane, type Rect } from '../pixels/plane.ts';
import { ramp } from '../pixels/ramp.ts';
import type { BrowPlace } from './erase.ts';

export const sides = ['left', 'right'] as const;
/** Left and right as looked at, for an upright face. */
export type Side = (typeof sides)[number];
export const browOf = { left: 'leftBrow', right: 'rightBrow' } as const satisfies Record<Side, FacePart>;

type Lab = readonly [L: number, a: number, b: number];

/** One brow, at the photograph's own size. */
export type BrowHairs = {
  rect: Rect;
  /** 0 skin, 1 as dark as the densest hair is on average; as large as `rect`. */
  cover: Plane;
  hair: Lab;
  /** The skin on which it grows. */
  skin: Lab;
  /** Middle of the hairs, in pixels of the photograph; null where there are hardly any. */
  middle: { x: number; y: number } | null;
};

/** A brow reaches so far beyond the mesh's (factor of its outline), for hairs at its ends. */
const reach = 1.7;
/** Share of the pixels that are taken for hair alone: those that differ most from the skin under them. */
const densestShare = 0.15;
/** They are looked for near the mesh's brow (factor of its outline): beyond, lashes and strands are darker. */
const coreFactor = 1.15;
/** Hair differs at least so much (Lab) from skin; brows bleached beyond that are not seen. */
const leastContrast = 5;
/** Cover that skin's own grain may feign. */
const grain = 0.16;
/** Single hairs are darker than the mean of the densest. */
const most = 3;
/** Less cover than this, as a share of the mesh's brow, is no brow. */
const sparse = 0.06;

/** @param shaved the same photograph without its brows  @param where what shaving told about them */
export function browHairs(photo: Pixels, shaved: Pixels, face: Face, where: BrowPlace, side: Side): BrowHairs {
  const outline = outlineOf(face.mesh, browOf[side], reach);
  const rect = rectAround(photo, outline);
  const within = maskOf([outline], { ...rect, scale: 1 }, Math.max(2, Math.max(rect.width, rect.height) * 0.06));
  const masked = cutMask(where, rect);
  const [L, a, b] = differences(photo, shaved, rect);
  const weights = createPlane(rect.width, rect.height);
  for (let i = 0; i < weights.data.length; i++) {
    weights.data[i] = Math.min(1, within.data[i]! * 2) * ramp(masked.data[i]!, 0.05, 0.5);
  }
  const skin = skinUnder(shaved, rect, weights);
  const core = maskOf([outlineOf(face.mesh, browOf[side], coreFactor)], { ...rect, scale: 1 }, 0);
  for (let i = 0; i < core.data.length; i++) core.data[i]! *= weights.data[i]!;
  const contrast = contrastOf([L, a, b], core);
  const cover = createPlane(rect.width, rect.height);
  const square = contrast.reduce((sum, value) => sum + value ** 2, 0);
  if (Math.sqrt(square) >= leastContrast) {
    for (let i = 0; i < cover.data.length; i++) {
      if (weights.data[i] === 0) continue;
      const along = (L.data[i]! * contrast[0] + a.data[i]! * contrast[1] + b.data[i]! * contrast[2]) / square;
      cover.data[i] = weights.data[i]! * Math.min(most, along) * ramp(along, 0, grain);
    }
  }
  const hair: Lab = [skin[0] + contrast[0], skin[1] + contrast[1], skin[2] + contrast[2]];
  return { rect, cover, hair, skin, middle: middleOf(cover, rect, outlineOf(face.mesh, browOf[side])) };
}

/** Photograph minus skin, in Lab. */
function differences(photo: Pixels, shaved: Pixels, rect: Rect): [Plane, Plane, Plane] {
  const lab = (of: Pixels) => toLab(cutPhoto({ ...of, alpha: null }, rect).rgb, rect.width, rect.height);
  const [before, after] = [lab(photo), lab(shaved)];
  const difference = (one: Plane, other: Plane): Plane => {
    for (let i = 0; i < one.data.length; i++) one.data[i]! -= other.data[i]!;
    return one;
  };
  // The skin that grew over has grain of its own, which must not look like hair.
  const smooth = (plane: Plane) => boxMean(plane, 1);
  return [
    difference(before.L, smooth(after.L)),
    difference(before.a, smooth(after.a)),
    difference(before.b, smooth(after.b)),
  ];
}

function cutMask({ rect: seen, brows }: BrowPlace, rect: Rect): Plane {
  const within = { x: rect.x - seen.x, y: rect.y - seen.y, width: rect.width, height: rect.height };
  return enlarge(brows, seen.width, seen.height, within);
}

function skinUnder(shaved: Pixels, rect: Rect, weights: Plane): Lab {
  const lab = toLab(cutPhoto({ ...shaved, alpha: null }, rect).rgb, rect.width, rect.height);
  const total = weights.data.reduce((sum, value) => sum + value, 0);
  const mean = (plane: Plane) =>
    plane.data.reduce((sum, value, i) => sum + value * weights.data[i]!, 0) / Math.max(1e-6, total);
  return [mean(lab.L), mean(lab.a), mean(lab.b)];
}

/** What the densest hair differs by from its skin. */
function contrastOf([L, a, b]: readonly [Plane, Plane, Plane], weights: Plane): Lab {
  const places = [...weights.data.keys()].filter((i) => weights.data[i]! > 0.5);
  places.sort((i, j) => L.data[i]! - L.data[j]!);
  const densest = places.slice(0, Math.max(1, Math.round(places.length * densestShare)));
  const mean = (plane: Plane) =>
    densest.reduce((sum, i) => sum + (plane.data[i] ?? 0), 0) / Math.max(1, densest.length);
  return [mean(L), mean(a), mean(b)];
}

function middleOf(cover: Plane, rect: Rect, outline: readonly { x: number; y: number }[]): BrowHairs['middle'] {
  let [x, y, sum] = [0, 0, 0];
  for (let row = 0, i = 0; row < cover.height; row++) {
    for (let column = 0; column < cover.width; column++, i++) {
      const value = cover.data[i]!;
      sum += value;
      x += value * (rect.x + column + 0.5);
      y += value * (rect.y + row + 0.5);
    }
  }
  return sum < sparse * areaOf(outline) ? null : { x: x / sum, y: y / sum };
}

function areaOf(outline: readonly { x: number; y: number }[]): number {
  const twice = outline.reduce((sum, a, i) => {
    const b = outline[(i + 1) % outline.length]!;
    return sum + a.x * b.y - b.x * a.y;
  }, 0);
  return Math.abs(twice) / 2;
}

function rectAround({ width, height }: Pixels, points: readonly { x: number; y: number }[]): Rect {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const side = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  const margin = side * 0.08 + 2;
  const x = Math.min(width - 1, Math.max(0, Math.floor(Math.min(...xs) - margin)));
  const y = Math.min(height - 1, Math.max(0, Math.floor(Math.min(...ys) - margin)));
  return {
    x,
    y,
    width: Math.max(1, Math.min(width, Math.ceil(Math.max(...xs) + margin)) - x),
    height: Math.max(1, Math.min(height, Math.ceil(Math.max(...ys) + margin)) - y),
  };
}
