/** Blemishes: small round places redder or darker than the skin all around. Own method; `SpotLimits` may be tuned. */
import type { LabPlanes } from '../../pixels/lab.ts';
import { maskedMean, windowOf } from '../../pixels/masked-filter.ts';
import { boundsOf, createPlane, cropPlane, expandRect, type Plane } from '../../pixels/plane.ts';
import { cropSkin, type SkinPlanes } from './skin-region.ts';

/** In px of the region. `strength`: contrast by its limit. */
export type Spot = { x: number; y: number; radius: number; strength: number };

/**
 * Minimum contrast of redness (a) and darkness (L). Places darker than `darkest` and not as red are moles, and stay.
 * `sizes` in face sizes.
 */
export type SpotLimits = { redder: number; darker: number; darkest: number; sizes: readonly number[] };

/** In radii. */
const clearance = 2;
/** In radii. */
const rings = [1.8, 2.4];
const directions = 16;
/** In radii. */
const maxReach = 4;
const minSearchShare = 0.5;
/** Relative to the mean. Lines, folds and edges lack contrast in some direction. */
const minDirectionShare = 0.5;
/** Minimum mean contrast in standard deviations. */
const minContrastRatio = 2.5;
/** Standard deviation of L in the ring. */
const maxShadeDeviation = 3;

/** In radii: mark and ground; ring of comparison (stride in px). */
const markRadius = 0.6;
const groundRadius = 2.4;
const comparisonRing = { from: 2.5, to: 7, stride: 2 };

/** Returns distinct spots, the strongest first. */
export function findSpots(region: SkinPlanes, searchMask: Plane, limits: SpotLimits): Spot[] {
  const bounds = boundsOf(searchMask, minSearchShare);
  if (!bounds) return [];
  const radii = limits.sizes.map((size) => Math.max(1.2, size * region.faceSize));
  const searched = expandRect(bounds, Math.ceil(Math.max(...radii) * maxReach), searchMask.width, searchMask.height);
  const part = cropSkin(region, searched);
  const candidates = radii
    .flatMap((radius) => findSpotsOfSize(part, cropPlane(searchMask, searched), limits, radius))
    .map((spot) => ({ ...spot, x: spot.x + searched.x, y: spot.y + searched.y }));
  const distinct: Spot[] = [];
  for (const spot of candidates.sort((a, b) => b.strength - a.strength)) {
    const isNew = distinct.every(
      (stronger) => Math.hypot(stronger.x - spot.x, stronger.y - spot.y) > stronger.radius + spot.radius,
    );
    if (isNew) distinct.push(spot);
  }
  return distinct;
}

/** Keeps spots at least `prominence` standard deviations deeper than the skin around. */
export function selectProminent(
  { lab, covered }: SkinPlanes,
  face: Plane,
  spots: readonly Spot[],
  prominence: number,
): Spot[] {
  const candidates = [...new Set(spots.map(({ radius }) => radius))].flatMap((radius) => {
    const [mark, ground] = [markRadius, groundRadius].map((part) =>
      maskedMean(windowOf(covered, Math.max(1, Math.round(radius * part))), lab.L),
    );
    const depthAt = (index: number) => ground!.data[index]! - mark!.data[index]!;
    return spots.filter((spot) => {
      if (spot.radius !== radius) return false;
      const depth = depthAt(Math.round(spot.y) * face.width + Math.round(spot.x));
      return depth >= prominence * measureDeviation(spot, face, depthAt);
    });
  });
  return candidates.sort((a, b) => b.strength - a.strength);
}

function measureDeviation({ x, y, radius }: Spot, face: Plane, valueAt: (index: number) => number): number {
  const reach = Math.ceil(radius * comparisonRing.to);
  let [count, sum, squares] = [0, 0, 0];
  for (let dy = -reach; dy <= reach; dy += comparisonRing.stride) {
    for (let dx = -reach; dx <= reach; dx += comparisonRing.stride) {
      const [column, row] = [Math.round(x) + dx, Math.round(y) + dy];
      const distance = Math.hypot(dx, dy);
      if (distance < radius * comparisonRing.from || distance > reach) continue;
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

function findSpotsOfSize(
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
      if (searchMask.data[index]! <= minSearchShare || clear.weight.data[index]! < 0.95) continue;
      score.data[index] = measureContrast(mean, skin, ring, index, limits);
    }
  }
  return findPeaks(score, Math.max(1, Math.round(radius)))
    .filter(({ x, y }) => !isMole(lab, ring, x, y, radius, limits.darkest))
    .map(({ x, y, value }) => ({ x, y, radius, strength: value }));
}

/** Returns the contrast by its limit, or 0 below it. */
function measureContrast(
  mean: { L: Plane; a: Plane },
  skin: Plane,
  ring: readonly number[],
  index: number,
  limits: SpotLimits,
): number {
  // Cheap test first: most places do not differ.
  const darkest = mean.L.data[index]!;
  const reddest = mean.a.data[index]!;
  const first = index + ring[0]!;
  if (
    mean.L.data[first]! - darkest < limits.darker * minDirectionShare &&
    reddest - mean.a.data[first]! < limits.redder * minDirectionShare
  )
    return 0;
  // Other spots and hair are no comparison.
  if (ring.some((offset) => skin.data[index + offset]! < 0.6)) return 0;
  const darker = averageOpposites(ring.map((offset) => mean.L.data[index + offset]! - darkest));
  // At the edge of a shadow, healing would show skin from elsewhere.
  if (standardDeviation(darker) > maxShadeDeviation) return 0;
  const dark = meanIfDistinct(darker);
  const red = meanIfDistinct(averageOpposites(ring.map((offset) => reddest - mean.a.data[index + offset]!)));
  const best = Math.max(dark / limits.darker, red / limits.redder);
  return best >= 1 ? best : 0;
}

/** Averages opposite directions, which cancels slopes. */
function averageOpposites(differences: readonly number[]): number[] {
  const half = directions / 2;
  return differences.flatMap((value, i) => (i % directions < half ? [(value + differences[i + half]!) / 2] : []));
}

/** Returns 0 unless each direction has contrast and the mean exceeds the spread. */
function meanIfDistinct(differences: readonly number[]): number {
  const mean = meanOf(differences);
  return Math.min(...differences) > mean * minDirectionShare && mean > standardDeviation(differences) * minContrastRatio
    ? mean
    : 0;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function standardDeviation(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));
}

/** A mole or the root of a hair. */
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

function ringOffsets(radius: number, width: number): number[] {
  return Array.from({ length: directions }, (_, i) => {
    const angle = (i / directions) * 2 * Math.PI;
    return Math.round(Math.sin(angle) * radius) * width + Math.round(Math.cos(angle) * radius);
  });
}

function findPeaks({ width, height, data }: Plane, reach: number): { x: number; y: number; value: number }[] {
  const candidates: { x: number; y: number; value: number }[] = [];
  for (let y = reach; y < height - reach; y++) {
    for (let x = reach; x < width - reach; x++) {
      const value = data[y * width + x]!;
      if (value > 0 && isPeak(data, width, x, y, reach, value)) candidates.push({ x, y, value });
    }
  }
  return candidates;
}

function isPeak(data: Float32Array, width: number, x: number, y: number, reach: number, value: number): boolean {
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const neighbor = data[(y + dy) * width + x + dx]!;
      // Of equal neighbors, the first in reading order counts.
      if (neighbor > value || (neighbor === value && (dy < 0 || (dy === 0 && dx < 0)))) return false;
    }
  }
  return true;
}
