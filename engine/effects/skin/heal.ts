/**
 * Heals blemishes at full resolution: clones clean skin with its pores, and adds the difference of the rims,
 * interpolated by inverse distance (Shepard 1968). Constants change the look, counts also the time.
 */
import { smoothstep } from '../../pixels/smoothstep.ts';
import type { Pixels } from '../../vision/face/find-faces.ts';
import type { SkinPlanes } from '../../vision/skin/skin-region.ts';
import type { Spot } from '../../vision/skin/spots.ts';

type Place = { x: number; y: number };
/** In px of the photograph; `donor` is the center of clean skin. */
type Patch = { spot: Place & { radius: number }; donor: Place };

/** In spot radii: end of full opacity, end of the fade. */
const fullReach = 1.15;
const fadeReach = 1.9;
/** Of donors, in spot radii. */
const distances = [4, 5, 6.5, 8];
const directionCount = 12;
/** In L: more is visible. */
const maxMisfit = 2.5;
const rimPointCount = 20;

/** Skips spots without clean skin nearby. @returns the number of healed spots */
export function healSpots(photo: Pixels, region: SkinPlanes, spots: readonly Spot[]): number {
  const { place } = region;
  const patches: Patch[] = [];
  for (const spot of spots) {
    const donor = findDonor(region, spot, spots);
    if (!donor) continue;
    const onPhoto = (point: Place) => ({
      x: place.x + (point.x + 0.5) / place.scale,
      y: place.y + (point.y + 0.5) / place.scale,
    });
    patches.push({ spot: { ...onPhoto(spot), radius: spot.radius / place.scale }, donor: onPhoto(donor) });
  }
  for (const patch of patches) heal(photo, patch);
  return patches.length;
}

/** Prefers even and near skin. */
function findDonor(region: SkinPlanes, spot: Spot, spots: readonly Spot[]): Place | null {
  const reach = spot.radius * fadeReach;
  let best: { place: Place; cost: number } | null = null;
  for (const distance of distances) {
    for (let i = 0; i < directionCount; i++) {
      const angle = (i / directionCount) * 2 * Math.PI;
      const place = {
        x: Math.round(spot.x + Math.cos(angle) * distance * spot.radius),
        y: Math.round(spot.y + Math.sin(angle) * distance * spot.radius),
      };
      const isTaken = spots.some(
        (otherSpot) => Math.hypot(otherSpot.x - place.x, otherSpot.y - place.y) < reach + otherSpot.radius,
      );
      const unevenness = isTaken ? null : unevennessOf(region, place, reach);
      if (unevenness === null) continue;
      const misfit = misfitOf(region, spot, place, reach);
      if (misfit > maxMisfit) continue;
      const cost = (unevenness + misfit) * (1 + distance / 20);
      if (!best || cost < best.cost) best = { place, cost };
    }
  }
  return best?.place ?? null;
}

/** Standard deviation of L in a disc, or null unless all of it is skin. */
function unevennessOf({ skin, lab }: SkinPlanes, { x, y }: Place, reach: number): number | null {
  const { width, height } = skin;
  const r = Math.ceil(reach);
  if (x < r || y < r || x >= width - r || y >= height - r) return null;
  let [count, sum, squares] = [0, 0, 0];
  for (let dy = -r; dy <= r; dy++) {
    for (let dx = -r; dx <= r; dx++) {
      if (dx * dx + dy * dy > reach * reach) continue;
      const index = (y + dy) * width + x + dx;
      if (skin.data[index]! < 0.9) return null;
      count++;
      sum += lab.L.data[index]!;
      squares += lab.L.data[index]! ** 2;
    }
  }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}

/** RMS difference of two rims (L) after subtraction of a plane, which healing removes. */
function misfitOf({ lab: { L } }: SkinPlanes, spot: Place, donor: Place, reach: number): number {
  const differences = Array.from({ length: rimPointCount }, (_, i) => {
    const angle = (i / rimPointCount) * 2 * Math.PI;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const lightnessAt = (place: Place) =>
      L.data[Math.round(place.y + dy * reach) * L.width + Math.round(place.x + dx * reach)]!;
    return { dx, dy, value: lightnessAt(spot) - lightnessAt(donor) };
  });
  const mean = (select: (point: (typeof differences)[number]) => number) =>
    differences.reduce((sum, point) => sum + select(point), 0) / rimPointCount;
  const steady = mean(({ value }) => value);
  const slopeX = 2 * mean(({ value, dx }) => value * dx);
  const slopeY = 2 * mean(({ value, dy }) => value * dy);
  return Math.sqrt(mean(({ value, dx, dy }) => (value - steady - slopeX * dx - slopeY * dy) ** 2));
}

function heal(photo: Pixels, { spot, donor }: Patch): void {
  const { width, height, rgb } = photo;
  const shift = { x: Math.round(donor.x - spot.x), y: Math.round(donor.y - spot.y) };
  const reach = spot.radius * fadeReach;
  const rim = rimDifferences(photo, spot, shift, reach);
  const changes: { offset: number; value: number }[] = [];
  for (let y = Math.max(0, Math.floor(spot.y - reach)); y <= Math.min(height - 1, spot.y + reach); y++) {
    for (let x = Math.max(0, Math.floor(spot.x - reach)); x <= Math.min(width - 1, spot.x + reach); x++) {
      const [fromX, fromY] = [x + shift.x, y + shift.y];
      if (fromX < 0 || fromY < 0 || fromX >= width || fromY >= height) continue;
      const distance = Math.hypot(x + 0.5 - spot.x, y + 0.5 - spot.y) / spot.radius;
      const share = smoothstep(distance, fadeReach, fullReach);
      if (share === 0) continue;
      const difference = interpolateRim(rim, x + 0.5, y + 0.5);
      for (let c = 0; c < 3; c++) {
        const offset = (y * width + x) * 3 + c;
        const healed = rgb[(fromY * width + fromX) * 3 + c]! + difference[c]!;
        changes.push({ offset, value: rgb[offset]! + share * (healed - rgb[offset]!) });
      }
    }
  }
  for (const { offset, value } of changes) rgb[offset] = Math.min(255, Math.max(0, Math.round(value)));
}

type RimPoint = Place & { difference: readonly number[] };

function rimDifferences(photo: Pixels, spot: Patch['spot'], shift: Place, reach: number): RimPoint[] {
  const around = Math.max(1, Math.round(spot.radius * 0.35));
  return Array.from({ length: rimPointCount }, (_, i) => {
    const angle = (i / rimPointCount) * 2 * Math.PI;
    const x = spot.x + Math.cos(angle) * reach;
    const y = spot.y + Math.sin(angle) * reach;
    const spotColor = meanColor(photo, Math.floor(x), Math.floor(y), around);
    const donorColor = meanColor(photo, Math.floor(x) + shift.x, Math.floor(y) + shift.y, around);
    return { x, y, difference: spotColor.map((value, c) => value - donorColor[c]!) };
  });
}

function interpolateRim(rim: readonly RimPoint[], x: number, y: number): number[] {
  const sum = [0, 0, 0];
  let weights = 0;
  for (const point of rim) {
    const weight = 1 / ((point.x - x) ** 2 + (point.y - y) ** 2 + 0.5);
    weights += weight;
    for (let c = 0; c < 3; c++) sum[c]! += weight * point.difference[c]!;
  }
  return sum.map((value) => value / weights);
}

function meanColor({ width, height, rgb }: Pixels, x: number, y: number, reach: number): number[] {
  const sum = [0, 0, 0];
  let count = 0;
  for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++) {
    for (let column = Math.max(0, x - reach); column <= Math.min(width - 1, x + reach); column++) {
      count++;
      for (let c = 0; c < 3; c++) sum[c]! += rgb[(row * width + column) * 3 + c]!;
    }
  }
  return sum.map((value) => value / Math.max(1, count));
}
