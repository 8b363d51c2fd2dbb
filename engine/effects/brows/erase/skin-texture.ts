/** The fine structure of skin (pores, grain), learnt from an even, clean place of a face and made for any other. */
import { boxMean } from '../../../pixels/box-filter.ts';
import { createPlane, type Plane, type Rect } from '../../../pixels/plane.ts';
import { quantile } from '../../../pixels/quantile.ts';
import type { Pixels } from '../../../vision/face/find-faces.ts';
import type { SkinView } from '../../../vision/skin/skin-region.ts';

/**
 * What skin adds to its own mean around, as a share of that, for red, green and blue: in shade it is as much less as the light.
 * A square of it, in pixels of the photograph.
 */
export type Texture = readonly [Plane, Plane, Plane];

/** Sides of the square that is looked for, as parts of the face's size; the larger the more there is to learn from. */
const sides = [0.2, 0.15, 0.11, 0.08, 0.05];
/** Structure wider than this (part of the face's size) is shading and not texture. */
const coarsest = 0.018;
/** What differs from its surroundings by more than so many standard deviations is a mole, which would be repeated. */
const maxDeviations = 2;
/** Skin this pure, on average, may lend its texture. */
const clean = 0.97;
/** Skin so far around (part of the face's size) says how rough it is, and other skin is made rougher or smoother by this at most. */
const ring = 0.05;
const maxGain = 1.25;
/** Pieces that are blended, for each side of the square. */
const pieces = 4;

/**
 * The texture of clean skin as rough as that around `hole`, and as near to it as possible; null where a face shows no clean skin.
 * @param hole what is to be covered with it, 0..1  @param bare how surely each place is bare skin; both of the region's size
 */
export function skinTexture(photo: Pixels, region: SkinView, hole: Plane, bare: Plane): Texture | null {
  const radius = Math.max(1, Math.round(coarsest * region.faceSize));
  const shading = boxMean(boxMean(region.lab.L, radius), radius);
  const detail: Plane = { ...shading, data: region.lab.L.data.map((L, i) => L - shading.data[i]!) };
  const wanted = roughnessAround(detail, hole, bare, region.faceSize);
  for (const part of sides) {
    const side = Math.max(8, Math.round(part * region.faceSize));
    const place = likeSquare(region, detail, side, wanted, middleOf(hole));
    if (!place) continue;
    const gain = wanted === 0 ? 1 : Math.min(maxGain, Math.max(1 / maxGain, wanted / Math.max(1e-3, place.rough)));
    return detailOf(photo, region, { ...place, width: side, height: side }, gain);
  }
  return null;
}

/** Standard deviation of detail right around a hole, single folds and hairs left out; 0 where no skin is around it. */
function roughnessAround(detail: Plane, hole: Plane, bare: Plane, faceSize: number): number {
  const near = boxMean(hole, Math.max(1, Math.round(faceSize * ring)));
  const adjacent = boxMean(hole, Math.max(1, Math.round(faceSize * coarsest)));
  const values: number[] = [];
  for (let i = 0; i < near.data.length; i++) {
    if (near.data[i]! > 0.005 && adjacent.data[i]! < 0.005 && bare.data[i]! > 0.5)
      values.push(Math.abs(detail.data[i]!));
  }
  // Of a normal distribution 30 % lies within 0.385 standard deviations; folds are in the rest.
  return (quantile(values, 0.3) ?? 0) / 0.385;
}

function middleOf({ width, data }: Plane): { x: number; y: number } {
  let [x, y, sum] = [0, 0, 1e-9];
  for (let i = 0; i < data.length; i++) {
    x += data[i]! * (i % width);
    y += data[i]! * Math.floor(i / width);
    sum += data[i]!;
  }
  return { x: x / sum, y: y / sum };
}

/** The clean square of which the roughness is most like what is wanted; of like ones the nearest. */
function likeSquare(
  { skin, faceSize }: SkinView,
  detail: Plane,
  side: number,
  wanted: number,
  near: { x: number; y: number },
): { x: number; y: number; rough: number } | null {
  const radius = Math.floor(side / 2);
  const purity = boxMean(skin, radius);
  const squares = boxMean({ ...detail, data: detail.data.map((value) => value ** 2) }, radius);
  let best: { x: number; y: number; rough: number; cost: number } | null = null;
  for (let y = radius; y < skin.height - radius - 1; y += 2) {
    for (let x = radius; x < skin.width - radius - 1; x += 2) {
      const index = y * skin.width + x;
      if (purity.data[index]! < clean) continue;
      const rough = Math.sqrt(squares.data[index]!);
      const unlike = Math.abs(Math.log((rough + 0.1) / (wanted + 0.1)));
      const cost = unlike + Math.hypot(x - near.x, y - near.y) / faceSize;
      if (!best || cost < best.cost) best = { x: x - radius, y: y - radius, rough, cost };
    }
  }
  return best;
}

/** Cuts a square out of the photograph at its own size and takes its shading away. @param square in px of the region */
function detailOf(photo: Pixels, { rect, place, faceSize }: SkinView, square: Rect, gain: number): Texture {
  const left = Math.floor(rect.x + square.x / place.scale);
  const top = Math.floor(rect.y + square.y / place.scale);
  const width = Math.max(1, Math.min(photo.width - left, Math.floor(square.width / place.scale)));
  const height = Math.max(1, Math.min(photo.height - top, Math.floor(square.height / place.scale)));
  const radius = Math.max(1, Math.round((coarsest * faceSize) / place.scale));
  const planes = [0, 1, 2].map((c) => {
    const plane = createPlane(width, height);
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) plane.data[i] = photo.rgb[((top + y) * photo.width + left + x) * 3 + c]!;
    }
    const shading = boxMean(boxMean(plane, radius), radius);
    for (let i = 0; i < plane.data.length; i++) plane.data[i] = plane.data[i]! / Math.max(1, shading.data[i]!) - 1;
    return plane;
  }) as [Plane, Plane, Plane];
  const gray: Plane = {
    width,
    height,
    data: planes[1].data.map((g, i) => (planes[0].data[i]! + g + planes[2].data[i]!) / 3),
  };
  return planes.map((plane) => usually(inOneHue(plane, gray), gain)) as [Plane, Plane, Plane];
}

/** What a channel has in common with the mean of all, and its finest grain: blotches of another colour are not texture. */
function inOneHue(plane: Plane, gray: Plane): Plane {
  let [along, square] = [0, 1e-9];
  for (let i = 0; i < gray.data.length; i++) {
    along += plane.data[i]! * gray.data[i]!;
    square += gray.data[i]! ** 2;
  }
  const slope = along / square;
  const rest: Plane = { ...plane, data: plane.data.map((value, i) => value - slope * gray.data[i]!) };
  const blotches = boxMean(rest, 1);
  return { ...plane, data: gray.data.map((value, i) => slope * value + rest.data[i]! - blotches.data[i]!) };
}

/** Texture without its rare extremes, and stronger by a factor. */
function usually(plane: Plane, gain: number): Plane {
  const spread = Math.sqrt(plane.data.reduce((sum, value) => sum + value ** 2, 0) / plane.data.length);
  const limit = maxDeviations * spread;
  const data = plane.data.map((value) => Math.min(limit, Math.max(-limit, value)));
  // Blending would make a mean that is left stronger here and weaker there.
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
  return { ...plane, data: data.map((value) => gain * (value - mean)) };
}

/**
 * New texture of the same kind at a pixel, for red, green and blue, written to `out`. Pieces of the square from places drawn by lot
 * overlap on a grid of triangles, weighted so that their spread stays what it is (Heitz and Neyret, "High-Performance By-Example
 * Noise using a Histogram-Preserving Blending Operator", 2018): nothing repeats or is mirrored, and there are no seams.
 */
export function textureAt(texture: Texture, x: number, y: number, out: Float32Array): void {
  const { width, height } = texture[0];
  const cell = Math.max(1, Math.floor(Math.min(width, height) / pieces));
  // Coordinates on a grid of equilateral triangles with sides of `cell`.
  const v = y / (cell * (Math.sqrt(3) / 2));
  const u = x / cell - v / 2;
  const [column, row] = [Math.floor(u), Math.floor(v)];
  const [s, t] = [u - column, v - row];
  const isUpper = s + t > 1;
  const corners = isUpper
    ? ([
        [1, 1, s + t - 1],
        [0, 1, 1 - s],
        [1, 0, 1 - t],
      ] as const)
    : ([
        [0, 0, 1 - s - t],
        [1, 0, s],
        [0, 1, t],
      ] as const);
  let squares = 0;
  out.fill(0);
  for (const [right, down, weight] of corners) {
    const [i, j] = [column + right, row + down];
    const hash = lot(i, j);
    const left = x - Math.round((i + j / 2) * cell) + cell + (hash % Math.max(1, width - 2 * cell));
    const top = y - Math.round(j * cell * (Math.sqrt(3) / 2)) + cell + ((hash >>> 12) % Math.max(1, height - 2 * cell));
    const from = Math.min(height - 1, Math.max(0, top)) * width + Math.min(width - 1, Math.max(0, left));
    for (let c = 0; c < 3; c++) out[c]! += weight * texture[c]!.data[from]!;
    squares += weight * weight;
  }
  for (let c = 0; c < 3; c++) out[c]! /= Math.sqrt(squares);
}

/** A number that looks drawn by lot, always the same for a corner of the grid: 24 bits. */
function lot(column: number, row: number): number {
  let hash = Math.imul(column, 0x27d4eb2d) ^ Math.imul(row, 0x165667b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) & 0xffffff;
}
