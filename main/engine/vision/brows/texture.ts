/** The fine structure of skin (pores, grain), taken from the evenest clean place of a face. */
import type { Pixels } from '../face/human.ts';
import { boxMean } from '../pixels/box-filter.ts';
import { createPlane, type Plane, type Rect } from '../pixels/plane.ts';
import type { SkinRegion } from '../skin/region.ts';

/** What skin adds to its own mean around, as a share of that, for red, green and blue: in shade it is as much less as the light. */
export type Texture = readonly [Plane, Plane, Plane];

/** Sides of the square that is looked for, as parts of the face's size; the larger the fewer repeats. */
const sides = [0.2, 0.15, 0.11, 0.08, 0.05];
/** Structure wider than this (part of the face's size) is shading and not texture. */
const coarsest = 0.018;
/** What differs from its surroundings by more than so many standard deviations is a mole, which would be repeated. */
const usual = 2;
/** Skin this pure, on average, may lend its texture. */
const clean = 0.97;

/** The texture of clean skin as near as possible to `near` (in px of the region); null where a face shows no clean skin. */
export function skinTexture(photo: Pixels, region: SkinRegion, near: { x: number; y: number }): Texture | null {
  for (const part of sides) {
    const side = Math.max(4, Math.round(part * region.faceSize));
    const place = cleanSquare(region, side, near);
    if (place) return detailOf(photo, region, { ...place, width: side, height: side });
  }
  return null;
}

function cleanSquare(
  { skin, lab, faceSize }: SkinRegion,
  side: number,
  near: { x: number; y: number },
): { x: number; y: number } | null {
  const radius = Math.floor(side / 2);
  const purity = boxMean(skin, radius);
  const mean = boxMean(lab.L, radius);
  const squares = createPlane(skin.width, skin.height);
  for (let i = 0; i < squares.data.length; i++) squares.data[i] = lab.L.data[i]! ** 2;
  boxMean(squares, radius, squares);
  let best: { x: number; y: number; cost: number } | null = null;
  for (let y = radius; y < skin.height - radius - 1; y += 2) {
    for (let x = radius; x < skin.width - radius - 1; x += 2) {
      const at = y * skin.width + x;
      if (purity.data[at]! < clean) continue;
      const deviation = Math.sqrt(Math.max(0, squares.data[at]! - mean.data[at]! ** 2));
      const cost = deviation + (4 * Math.hypot(x - near.x, y - near.y)) / faceSize;
      if (!best || cost < best.cost) best = { x: x - radius, y: y - radius, cost };
    }
  }
  return best;
}

/** Cuts a square out of the photograph at its own size and takes its shading away. @param square in px of the region */
function detailOf(photo: Pixels, { rect, place, faceSize }: SkinRegion, square: Rect): Texture {
  const left = Math.floor(rect.x + square.x / place.scale);
  const top = Math.floor(rect.y + square.y / place.scale);
  const width = Math.max(1, Math.min(photo.width - left, Math.floor(square.width / place.scale)));
  const height = Math.max(1, Math.min(photo.height - top, Math.floor(square.height / place.scale)));
  const radius = Math.max(1, Math.round((coarsest * faceSize) / place.scale));
  const channel = (c: number): Plane => {
    const plane = createPlane(width, height);
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) plane.data[i] = photo.rgb[((top + y) * photo.width + left + x) * 3 + c]!;
    }
    const shading = boxMean(boxMean(plane, radius), radius);
    for (let i = 0; i < plane.data.length; i++) plane.data[i] = plane.data[i]! / Math.max(1, shading.data[i]!) - 1;
    const spread = Math.sqrt(plane.data.reduce((sum, value) => sum + value ** 2, 0) / plane.data.length);
    for (let i = 0; i < plane.data.length; i++) {
      plane.data[i] = Math.min(usual * spread, Math.max(-usual * spread, plane.data[i]!));
    }
    return plane;
  };
  return [channel(0), channel(1), channel(2)];
}

/** The texture at any place: the square goes on in mirror images, so that no seam shows. */
export function textureAt({ width, height, data }: Plane, x: number, y: number): number {
  return data[mirroredAt(y, height) * width + mirroredAt(x, width)]!;
}

function mirroredAt(at: number, length: number): number {
  const turn = at % (2 * length);
  return turn < length ? turn : 2 * length - 1 - turn;
}
