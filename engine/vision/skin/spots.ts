/** Finds blemishes: small round places that are redder or darker than the skin all around them. */
import type { LabPlanes } from '../../pixels/lab.ts';
import { maskedMean, windowOf } from '../../pixels/masked-filter.ts';
import { boundsOf, createPlane, cropPlane, expandRect, type Plane } from '../../pixels/plane.ts';
import { cropSkin, type SkinPlanes } from './skin-region.ts';

/** A round blemish, in pixels of the region. */
export type Spot = { x: number; y: number; radius: number; strength: number };

/**
 * What counts as a blemish: so much redder (a) or darker (L) than around. What is darker by more than `darkest`, and by that
 * much darker than it is red, is a mole, which belongs to the person. `sizes` are radii as parts of the face's size.
 */
export type SpotLimits = { redder: number; darker: number; darkest: number; sizes: readonly number[] };

/** Blemishes lie this far (in their radii) from the borders of the skin. */
const clearance = 2;
/** Where the skin around a blemish is compared with it: distances in radii, and directions. */
const rings = [1.8, 2.4];
const directions = 16;
/** Beyond that nothing is read, in radii. */
const reach = 4;
/** Blemishes are looked for where the mask holds more. */
const minSearched = 0.5;
/** A line, a fold or an edge differs hardly in some directions; a blemish differs in every one by this part of the mean. */
const eachWay = 0.5;
/** A blemish stands out from how much the skin around it varies anyway, by this factor. */
const standsOut = 2.5;
/** Standard deviation of L around a blemish up to which skin can be put there. */
const maxShadeDeviation = 3;

/** Radii of a mark and of its ground, in radii of the spot, and the ring of surrounding skin that it is compared with. */
const markRadius = 0.6;
const groundRadius = 2.4;
const surroundings = { from: 2.5, to: 7, stride: 2 };

/** The strongest first; none overlap. @param searchMask 0 wherever no blemish is looked for */
export function findSpots(region: SkinPlanes, searchMask: Plane, limits: SpotLimits): Spot[] {
  const bounds = boundsOf(searchMask, minSearched);
  if (!bounds) return [];
  const radii = limits.sizes.map((size) => Math.max(1.2, size * region.faceSize));
  const near = expandRect(bounds, Math.ceil(Math.max(...radii) * reach), searchMask.width, searchMask.height);
  const part = cropSkin(region, near);
  const found = radii
    .flatMap((radius) => spotsOfSize(part, cropPlane(searchMask, near), limits, radius))
    .map((spot) => ({ ...spot, x: spot.x + near.x, y: spot.y + near.y }));
  const kept: Spot[] = [];
  for (const spot of found.sort((a, b) => b.strength - a.strength)) {
    const isNew = kept.every(
      (keptSpot) => Math.hypot(keptSpot.x - spot.x, keptSpot.y - spot.y) > keptSpot.radius + spot.radius,
    );
    if (isNew) kept.push(spot);
  }
  return kept;
}

/** The spots, strongest first, whose depth is at least `prominence` standard deviations of the depths around them. @param face skin that is compared */
export function prominentSpots(
  { lab, covered }: SkinPlanes,
  face: Plane,
  spots: readonly Spot[],
  prominence: number,
): Spot[] {
  const found = [...new Set(spots.map(({ radius }) => radius))].flatMap((radius) => {
    const [mark, ground] = [markRadius, groundRadius].map((part) =>
      maskedMean(windowOf(covered, Math.max(1, Math.round(radius * part))), lab.L),
    );
    const depthAt = (index: number) => ground!.data[index]! - mark!.data[index]!;
    return spots.filter((spot) => {
      if (spot.radius !== radius) return false;
      const depth = depthAt(Math.round(spot.y) * face.width + Math.round(spot.x));
      return depth >= prominence * deviationAround(spot, face, depthAt);
    });
  });
  return found.sort((a, b) => b.strength - a.strength);
}

/** Standard deviation of `valueAt` over the skin in a ring around a spot. */
function deviationAround({ x, y, radius }: Spot, face: Plane, valueAt: (index: number) => number): number {
  const reach = Math.ceil(radius * surroundings.to);
  let [count, sum, squares] = [0, 0, 0];
  for (let dy = -reach; dy <= reach; dy += surroundings.stride) {
    for (let dx = -reach; dx <= reach; dx += surroundings.stride) {
      const [column, row] = [Math.round(x) + dx, Math.round(y) + dy];
      const distance = Math.hypot(dx, dy);
      if (distance < radius * surroundings.from || distance > reach) continue;
      if (column < 0 || column >= face.width || row < 0 || row >= face.height) continue;
      const index = row * face.width + column;
      if (face.data[index]! <= 0.5) continue;
      const value = valueAt(index);
      count++;
      sum += value;
      squares += value * value;
    }
  }
  return count === 0 ? Infinity : Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}

function spotsOfSize(
  { lab, covered, skin }: SkinPlanes,
  searchMask: Plane,
  limits: SpotLimits,
  radius: number,
): Spot[] {
  const { width, height } = covered;
  const clear = windowOf(covered, Math.ceil(radius * clearance));
  const inner = windowOf(covered, Math.max(1, Math.round(radius * 0.6)));
  const mean = { L: maskedMean(inner, lab.L), a: maskedMean(inner, lab.a) };
  const ring = rings.flatMap((distance) => ringOffsets(radius * distance, width));
  const margin = Math.ceil(radius * Math.max(...rings)) + 1;
  const score = createPlane(width, height);
  for (let y = margin; y < height - margin; y++) {
    for (let x = margin; x < width - margin; x++) {
      const index = y * width + x;
      if (searchMask.data[index]! <= minSearched || clear.weight.data[index]! < 0.95) continue;
      score.data[index] = contrast(mean, skin, ring, index, limits);
    }
  }
  return peaks(score, Math.max(1, Math.round(radius)))
    .filter(({ x, y }) => !isMole(lab, ring, x, y, radius, limits.darkest))
    .map(({ x, y, value }) => ({ x, y, radius, strength: value }));
}

/** How far a place passes the limits: 1 is just so, 0 not at all. */
function contrast(
  mean: { L: Plane; a: Plane },
  skin: Plane,
  ring: readonly number[],
  index: number,
  limits: SpotLimits,
): number {
  // The cheap test first: most places differ from none of their neighbours.
  const darkest = mean.L.data[index]!;
  const reddest = mean.a.data[index]!;
  const first = index + ring[0]!;
  if (
    mean.L.data[first]! - darkest < limits.darker * eachWay &&
    reddest - mean.a.data[first]! < limits.redder * eachWay
  )
    return 0;
  // Rim places count only where they are plain skin: another spot or hair says nothing about this one.
  if (ring.some((offset) => skin.data[index + offset]! < 0.6)) return 0;
  const darker = balanced(ring.map((offset) => mean.L.data[index + offset]! - darkest));
  // Where light and shade meet, skin from elsewhere would be seen, whatever it heals.
  if (spreadOf(darker) > maxShadeDeviation) return 0;
  const dark = standingOut(darker);
  const red = standingOut(balanced(ring.map((offset) => reddest - mean.a.data[index + offset]!)));
  const best = Math.max(dark / limits.darker, red / limits.redder);
  return best >= 1 ? best : 0;
}

/** Means of opposite directions: a steady shade over the place cancels out. */
function balanced(differences: readonly number[]): number[] {
  const half = directions / 2;
  return differences.flatMap((value, i) => (i % directions < half ? [(value + differences[i + half]!) / 2] : []));
}

/** The mean difference, if it is there in every direction and larger than the differences' own spread; else 0. */
function standingOut(differences: readonly number[]): number {
  const mean = meanOf(differences);
  return Math.min(...differences) > mean * eachWay && mean > spreadOf(differences) * standsOut ? mean : 0;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Standard deviation. */
function spreadOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));
}

/** True where something is so dark, and not as red, that it is no blemish: a mole, a hair's root. */
function isMole(
  lab: LabPlanes,
  ring: readonly number[],
  x: number,
  y: number,
  radius: number,
  darkest: number,
): boolean {
  const width = lab.L.width;
  const around = (plane: Plane) => meanOf(ring.map((offset) => plane.data[y * width + x + offset]!));
  const [L, a] = [around(lab.L), around(lab.a)];
  const reach = Math.ceil(radius);
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const index = (y + dy) * width + x + dx;
      if (L - lab.L.data[index]! - Math.max(0, lab.a.data[index]! - a) > darkest) return true;
    }
  }
  return false;
}

/** Distances in the planes' rows from a place to those around it. */
function ringOffsets(radius: number, width: number): number[] {
  return Array.from({ length: directions }, (_, i) => {
    const angle = (i / directions) * 2 * Math.PI;
    return Math.round(Math.sin(angle) * radius) * width + Math.round(Math.cos(angle) * radius);
  });
}

/** Places whose value is the largest within `reach`, and not 0. */
function peaks({ width, height, data }: Plane, reach: number): { x: number; y: number; value: number }[] {
  const found: { x: number; y: number; value: number }[] = [];
  for (let y = reach; y < height - reach; y++) {
    for (let x = reach; x < width - reach; x++) {
      const value = data[y * width + x]!;
      if (value > 0 && isPeak(data, width, x, y, reach, value)) found.push({ x, y, value });
    }
  }
  return found;
}

function isPeak(data: Float32Array, width: number, x: number, y: number, reach: number, value: number): boolean {
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const neighbor = data[(y + dy) * width + x + dx]!;
      // Of equal neighbours the first one in reading order stands for all.
      if (neighbor > value || (neighbor === value && (dy < 0 || (dy === 0 && dx < 0)))) return false;
    }
  }
  return true;
}
