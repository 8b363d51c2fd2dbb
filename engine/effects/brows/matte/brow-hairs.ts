/**
 * The alpha matte of a brow, by least squares: color = (1 - cover) × skin + cover × hair. Colors are sRGB, because in
 * linear light the mean of hairs and gaps would be too pale.
 */
import { boxMean } from '../../../pixels/box-filter.ts';
import { rgbToLab } from '../../../pixels/lab.ts';
import { createPlane, enlarge, type Plane, type Rect } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import { luminance } from '../../../pixels/srgb.ts';
import type { Face, Pixels } from '../../../vision/face/find-faces.ts';
import { type FacePart, maskOf, outlineOf } from '../../../vision/face/mesh.ts';
import { cutPhoto } from '../../../vision/photo/decode.ts';
import type { BrowMasks } from '../erase/erase-brows.ts';
import { withWhiteHairs } from './white-hairs.ts';

export const sides = ['left', 'right'] as const;
/** Viewer's left and right. */
export type Side = (typeof sides)[number];
export const browParts = { left: 'leftBrow', right: 'rightBrow' } as const satisfies Record<Side, FacePart>;

type Lab = readonly [L: number, a: number, b: number];

/** Planes have the size of `rect`. */
export type BrowHairs = {
  rect: Rect;
  /** 0 skin, 1 mean of the densest hair. */
  cover: Plane;
  /** 0 as `hair`, 1 as skin, 2 white. */
  pale: Plane;
  /** Standard deviation of the cover of bare skin. */
  noise: number;
  hair: Lab;
  skin: Lab;
  /** In px of the photograph; null without hair. */
  middle: { x: number; y: number } | null;
};

/** Factors of the mesh's outline. Lashes and strands outside the core are darker than the brow. */
const outlineFactor = 1.7;
const coreFactor = 1.15;
/** Soft edge of the outline, which must not thin the brow. */
const fadeRange = [0, 0.12] as const;
const densestShare = 0.08;
/** In Lab. */
const minContrast = 6;
const maxCover = 1.15;
/** Relative to the mesh's brow. */
const minCoverShare = 0.06;

/** In widths of `rect`. */
const strandWidth = 0.012;

/** sRGB, 0..1. */
type Color = readonly [red: number, green: number, blue: number];

/** @param shaved the photograph without brows */
export function extractBrow(photo: Pixels, shaved: Pixels, face: Face, masks: BrowMasks, side: Side): BrowHairs {
  const outline = outlineOf(face.mesh, browParts[side], outlineFactor);
  const rect = rectAround(photo, outline);
  const outlineMask = maskOf([outline], { ...rect, scale: 1 }, Math.max(2, Math.max(rect.width, rect.height) * 0.06));
  const masked = cutMask(masks, rect);
  const before = readColors(photo, rect);
  // Grain of new skin must not look like hair.
  const after = readColors(shaved, rect).map((plane) => boxMean(plane, 1)) as unknown as ColorPlanes;
  const weights = createPlane(rect.width, rect.height);
  for (let i = 0; i < weights.data.length; i++) {
    weights.data[i] = smoothstep(outlineMask.data[i]!, ...fadeRange) * smoothstep(masked.data[i]!, 0.02, 0.2);
  }
  const core = maskOf([outlineOf(face.mesh, browParts[side], coreFactor)], { ...rect, scale: 1 }, 0);
  for (let i = 0; i < core.data.length; i++) core.data[i]! *= weights.data[i]!;
  const densest = findDensest(before, after, core);
  const [hairColor, skinColor] = [meanColor(before, densest), meanColor(after, densest)];
  const [hair, under] = [labOf(hairColor), labOf(skinColor)];
  const isSeen =
    densest.length > 0 && Math.hypot(hair[0] - under[0], hair[1] - under[1], hair[2] - under[2]) >= minContrast;
  const { cover, pale } = isSeen
    ? solveMatte(weights, core, before, after, hairColor, skinColor)
    : { cover: createPlane(rect.width, rect.height), pale: createPlane(rect.width, rect.height) };
  const skin = labOf(meanColor(after, [...weights.data.keys()], weights.data));
  const noise =
    measureGrain(before, masked) /
    Math.max(1e-3, 1 - luminance(...hairColor) / Math.max(1e-4, luminance(...skinColor)));
  return { rect, cover, pale, noise, hair, skin, middle: middleOf(cover, rect, outlineOf(face.mesh, browParts[side])) };
}

type ColorPlanes = readonly [Plane, Plane, Plane];

function readColors(photo: Pixels, rect: Rect): ColorPlanes {
  const { rgb } = cutPhoto({ ...photo, alpha: null }, rect);
  return [0, 1, 2].map((c) => {
    const plane = createPlane(rect.width, rect.height);
    for (let i = 0; i < plane.data.length; i++) plane.data[i] = rgb[i * 3 + c]! / 255;
    return plane;
  }) as unknown as ColorPlanes;
}

/** Hair darkens skin by a constant factor, so that shade counts for both. */
function solveMatte(
  weights: Plane,
  core: Plane,
  before: ColorPlanes,
  after: ColorPlanes,
  hair: Color,
  skin: Color,
): { cover: Plane; pale: Plane } {
  const lost = [0, 1, 2].map((c) => 1 - hair[c]! / Math.max(1e-4, skin[c]!));
  const [shares, cover] = [createPlane(weights.width, weights.height), createPlane(weights.width, weights.height)];
  for (let i = 0; i < cover.data.length; i++) {
    if (weights.data[i] === 0) continue;
    let [along, square] = [0, 1e-9];
    for (let c = 0; c < 3; c++) {
      const full = after[c]!.data[i]! * lost[c]!;
      along += (after[c]!.data[i]! - before[c]!.data[i]!) * full;
      square += full * full;
    }
    const share = Math.min(maxCover, along / square);
    shares.data[i] = weights.data[i]! * share;
    cover.data[i] = weights.data[i]! * Math.max(0, share);
  }
  return withWhiteHairs(shares, cover, core, Math.max(1, Math.round(cover.width * strandWidth)));
}

/** Relative standard deviation of bare skin's luminance. */
function measureGrain(light: ColorPlanes, masked: Plane): number {
  const bright: Plane = {
    ...masked,
    data: masked.data.map((_, i) => luminance(light[0].data[i]!, light[1].data[i]!, light[2].data[i]!)),
  };
  const around = boxMean(bright, 2);
  const bare = boxMean(masked, 2);
  const off = bright.data
    .map((value, i) => (bare.data[i]! > 0 ? -1 : Math.abs(value / Math.max(1e-4, around.data[i]!) - 1)))
    .filter((value) => value >= 0)
    .sort();
  // Half of a normal distribution is within 0.67 standard deviations.
  return (off[Math.floor(off.length / 2)] ?? 0) / 0.67;
}

function cutMask({ rect: seen, brows }: BrowMasks, rect: Rect): Plane {
  const localRect = { x: rect.x - seen.x, y: rect.y - seen.y, width: rect.width, height: rect.height };
  return enlarge(brows, seen.width, seen.height, localRect);
}

/** Finds the darkest pixels relative to skin. */
function findDensest(before: ColorPlanes, after: ColorPlanes, core: Plane): number[] {
  const darkness = (i: number) =>
    luminance(before[0].data[i]!, before[1].data[i]!, before[2].data[i]!) /
    Math.max(1e-4, luminance(after[0].data[i]!, after[1].data[i]!, after[2].data[i]!));
  const places = [...core.data.keys()].filter((i) => core.data[i]! > 0.5).map((i) => ({ i, dark: darkness(i) }));
  places.sort((a, b) => a.dark - b.dark);
  return places.slice(0, Math.round(places.length * densestShare)).map(({ i }) => i);
}

function meanColor(planes: ColorPlanes, places: readonly number[], weights?: Float32Array): Color {
  const mean = ({ data }: Plane) => {
    let [sum, total] = [0, 1e-9];
    for (const i of places) {
      const weight = weights?.[i] ?? 1;
      sum += weight * data[i]!;
      total += weight;
    }
    return sum / total;
  };
  return [mean(planes[0]), mean(planes[1]), mean(planes[2])];
}

function labOf([red, green, blue]: Color): Lab {
  return rgbToLab(255 * red, 255 * green, 255 * blue);
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
  return sum < minCoverShare * areaOf(outline) ? null : { x: x / sum, y: y / sum };
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
