/**
 * Skin texture by example: a square of clean skin, cut into pieces and blended at random (Heitz and Neyret 2018,
 * without their histogram transform).
 */
import { boxMean } from '../../../pixels/box-filter.ts';
import { createPlane, type Plane, type Rect } from '../../../pixels/plane.ts';
import { quantile } from '../../../pixels/quantile.ts';
import type { Pixels } from '../../../vision/face/find-faces.ts';
import type { SkinView } from '../../../vision/skin/skin-region.ts';

/** Relative deviation of red, green and blue from their local mean, so that it is weaker in shade. */
export type Texture = readonly [Plane, Plane, Plane];

/** In sizes of the face, best first. */
const sides = [0.2, 0.15, 0.11, 0.08, 0.05];
/** In sizes of the face: wider structure is shading, and skin this close sets the roughness. */
const maxStructure = 0.018;
const ringWidth = 0.05;
/** Stronger deviations are moles. */
const maxDeviations = 2;
/** Mean skin likelihood. */
const minPurity = 0.97;
const maxGain = 1.25;
/** Blended pieces per side. */
const pieces = 4;

/** Learns texture as rough as the skin around `hole`. Returns null without clean skin. */
export function learnTexture(photo: Pixels, region: SkinView, hole: Plane, bare: Plane): Texture | null {
  const radius = Math.max(1, Math.round(maxStructure * region.faceSize));
  const shading = boxMean(boxMean(region.lab.L, radius), radius);
  const detail: Plane = { ...shading, data: region.lab.L.data.map((L, i) => L - shading.data[i]!) };
  const wanted = roughnessAround(detail, hole, bare, region.faceSize);
  for (const part of sides) {
    const side = Math.max(8, Math.round(part * region.faceSize));
    const place = findSquare(region, detail, side, wanted, middleOf(hole));
    if (!place) continue;
    const gain = wanted === 0 ? 1 : Math.min(maxGain, Math.max(1 / maxGain, wanted / Math.max(1e-3, place.rough)));
    return cutDetail(photo, region, { ...place, width: side, height: side }, gain);
  }
  return null;
}

/** Standard deviation of detail around a hole. */
function roughnessAround(detail: Plane, hole: Plane, bare: Plane, faceSize: number): number {
  const near = boxMean(hole, Math.max(1, Math.round(faceSize * ringWidth)));
  const adjacent = boxMean(hole, Math.max(1, Math.round(faceSize * maxStructure)));
  const values: number[] = [];
  for (let i = 0; i < near.data.length; i++) {
    if (near.data[i]! > 0.005 && adjacent.data[i]! < 0.005 && bare.data[i]! > 0.5)
      values.push(Math.abs(detail.data[i]!));
  }
  // 30 % of a normal distribution are within 0.385 standard deviations; the rest may be folds.
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

/** Balances roughness and distance. */
function findSquare(
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
      if (purity.data[index]! < minPurity) continue;
      const rough = Math.sqrt(squares.data[index]!);
      const mismatch = Math.abs(Math.log((rough + 0.1) / (wanted + 0.1)));
      const cost = mismatch + Math.hypot(x - near.x, y - near.y) / faceSize;
      if (!best || cost < best.cost) best = { x: x - radius, y: y - radius, rough, cost };
    }
  }
  return best;
}

/** @param square in px of the region */
function cutDetail(photo: Pixels, { rect, place, faceSize }: SkinView, square: Rect, gain: number): Texture {
  const left = Math.floor(rect.x + square.x / place.scale);
  const top = Math.floor(rect.y + square.y / place.scale);
  const width = Math.max(1, Math.min(photo.width - left, Math.floor(square.width / place.scale)));
  const height = Math.max(1, Math.min(photo.height - top, Math.floor(square.height / place.scale)));
  const radius = Math.max(1, Math.round((maxStructure * faceSize) / place.scale));
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
  return planes.map((plane) => normalize(removeBlotches(plane, gray), gain)) as [Plane, Plane, Plane];
}

/** Keeps finest grain, and structure that all channels share. */
function removeBlotches(plane: Plane, gray: Plane): Plane {
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

function normalize(plane: Plane, gain: number): Plane {
  const spread = Math.sqrt(plane.data.reduce((sum, value) => sum + value ** 2, 0) / plane.data.length);
  const limit = maxDeviations * spread;
  const data = plane.data.map((value) => Math.min(limit, Math.max(-limit, value)));
  // Blending would amplify a mean unevenly.
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
  return { ...plane, data: data.map((value) => gain * (value - mean)) };
}

/** Writes red, green and blue of new texture to `out`. The weights on the triangular grid preserve the variance. */
export function textureAt(texture: Texture, x: number, y: number, out: Float32Array): void {
  const { width, height } = texture[0];
  const cell = Math.max(1, Math.floor(Math.min(width, height) / pieces));
  // Equilateral triangles with sides of `cell`.
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
    const hash = hashCorner(i, j);
    const left = x - Math.round((i + j / 2) * cell) + cell + (hash % Math.max(1, width - 2 * cell));
    const top = y - Math.round(j * cell * (Math.sqrt(3) / 2)) + cell + ((hash >>> 12) % Math.max(1, height - 2 * cell));
    const from = Math.min(height - 1, Math.max(0, top)) * width + Math.min(width - 1, Math.max(0, left));
    for (let c = 0; c < 3; c++) out[c]! += weight * texture[c]!.data[from]!;
    squares += weight * weight;
  }
  for (let c = 0; c < 3; c++) out[c]! /= Math.sqrt(squares);
}

function hashCorner(column: number, row: number): number {
  let hash = Math.imul(column, 0x27d4eb2d) ^ Math.imul(row, 0x165667b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) & 0xffffff;
}
