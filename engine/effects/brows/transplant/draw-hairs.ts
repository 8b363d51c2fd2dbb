/** Draws the single hairs of a brow whose picture does not resolve them: it is too small, blurred, or painted flat. */
import { boxMean } from '../../../pixels/box-filter.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { Face } from '../../../vision/face/find-faces.ts';
import { type Arc, arcOf } from '../matte/arc.ts';
import { marginAcross, marginAlong } from '../matte/brow-chart.ts';
import { type BrowHairs, type Side, sides } from '../matte/brow-hairs.ts';
import type { CompleteBrow } from '../matte/complete-brow.ts';
import { sampleSharply } from '../matte/sample-plane.ts';

type Place = { x: number; y: number };

/** A brow whose `cover` has `scale` pixels for each pixel of its photograph; all else is as in `BrowHairs`. */
export type FineBrow = BrowHairs & { scale: number };

/** Radii (lengths of the brow) of the windows that average single hairs and tufts away. */
const hairRadius = 0.012;
const tuftRadius = 0.03;
/** Brows shorter than this (px) are measured enlarged, so that no radius is less than a pixel. */
const measuredLength = 240;
/** Structure is measured in the core of the brow, at this share of its densest cover or more, because a border has structure too. */
const coreShare = 0.7;
/** Structure of tufts (share of the mean cover) that even a flat brow has. */
const flat = 0.02;
/** Ratio of hair structure to tuft structure: above `sharp` a brow shows its hairs, below `unsharp` it shows none. */
const sharp = 0.6;
const unsharp = 0.36;

/** Lengths (px) of the brow that is replaced: below the first no photograph shows single hairs, from the second on it does. */
const hidesHairs = 60;
const showsHairs = 120;

/** Lengths of the brow: a hair at the temple, its width, and the distance of roots. */
const hairLength = 0.14;
const hairWidth = 0.006;
const rootDistance = 0.0125;
/** Straight pieces of a hair. */
const pieces = 6;
/** Below this optical density, hairs become fewer; above it, they become darker. */
const fullDensity = 1.1;
/** Densities are those of a cover up to this. */
const maxCover = 0.93;
/** Radii (lengths of the brow) of the border's softness and of the window that matches the density of drawn hair to the brow. */
const borderRadius = 0.009;
const evenRadius = 0.05;
/** Share of a brow's pixels that counts as its densest hair, and their minimum cover. */
const densestShare = 0.08;
const faint = 0.05;

/**
 * Measures the single hairs that the brows of `model` do not show, but a photograph of `face` would: 0 if they are resolved,
 * or too small to be visible on `face`; 1 if none are resolved.
 */
export function lackOfHairs(brows: Record<Side, CompleteBrow>, model: Face, face: Face): number {
  const seen = sides.filter((side) => brows[side].seen > 0);
  if (seen.length === 0) return 0;
  const sum = seen.reduce((total, side) => total + sharpnessOf(brows[side], arcOf(model.mesh, side).length), 0);
  const length = Math.max(...sides.map((side) => arcOf(face.mesh, side).length));
  return smoothstep(sum / seen.length, sharp, unsharp) * smoothstep(length, hidesHairs, showsHairs);
}

/** Standard deviation of the cover at the width of hairs, by that at the width of tufts: blur leaves less of the former. */
function sharpnessOf({ cover }: BrowHairs, arcLength: number): number {
  const scale = Math.max(1, Math.ceil(measuredLength / arcLength));
  const large = enlarged(cover, scale);
  const [hairs, tufts] = [hairRadius, tuftRadius].map((radius) => meanWithin(large, radius * arcLength * scale));
  const densest = tufts!.data.reduce((a, b) => Math.max(a, b), 0);
  let [fine, coarse, sum, count] = [0, 0, 0, 0];
  for (let i = 0; i < large.data.length; i++) {
    if (tufts!.data[i]! < coreShare * densest) continue;
    fine += (large.data[i]! - hairs!.data[i]!) ** 2;
    coarse += (hairs!.data[i]! - tufts!.data[i]!) ** 2;
    sum += hairs!.data[i]!;
    count++;
  }
  const mean = sum / Math.max(1, count);
  return Math.sqrt(fine / Math.max(1e-9, coarse + count * (flat * mean) ** 2));
}

/**
 * Returns the brow with drawn hairs of the same density and darkness, along the growth directions of brows.
 * @param lack share of drawn hair, 0..1; the rest is the hair of the photograph
 * @param scale pixels of the result for each pixel of the brow's photograph, a whole number
 */
export function withDrawnHairs(brow: CompleteBrow, { mesh }: Face, side: Side, lack: number, scale: number): FineBrow {
  if (lack === 0) return { ...brow, scale: 1 };
  const arc = arcOf(mesh, side);
  const length = arc.length * scale;
  const seen = enlarged(brow.cover, scale);
  const softness = Math.max(1, Math.round(length * borderRadius));
  // Between hairs skin shows, however flat the brow is painted.
  const open = { ...seen, data: seen.data.map((value) => 1 - Math.exp(-value)) };
  const density = boxMean(boxMean(meanWithin(open, length * hairRadius), softness), softness);
  const hairs = drawHairs(density, brow, arc, scale);
  const radius = Math.max(1, Math.round(length * evenRadius));
  const [wanted, drawn] = [boxMean(density, radius), boxMean(hairs, radius)];
  for (let i = 0; i < hairs.data.length; i++) {
    hairs.data[i]! *= Math.min(2, wanted.data[i]! / Math.max(1e-3, drawn.data[i]!));
  }
  // The densest hair keeps its darkness.
  const gain = densestCover(seen) / Math.max(1e-3, densestCover(hairs));
  const cover = { ...seen, data: seen.data.map((value, i) => value + lack * (gain * hairs.data[i]! - value)) };
  return { ...brow, cover, scale };
}

/** Mean of the densest pixels of a cover. */
function densestCover({ data }: Plane): number {
  const values = data.filter((value) => value > faint).sort();
  const densest = values.slice(Math.floor(values.length * (1 - densestShare)));
  return densest.reduce((sum, value) => sum + value, 0) / Math.max(1, densest.length);
}

/** Mean over a square window whose radius need not be whole: as much of the next larger one. */
function meanWithin(plane: Plane, radius: number): Plane {
  const whole = Math.floor(radius);
  const [smaller, larger] = [boxMean(plane, whole), boxMean(plane, whole + 1)];
  return {
    ...plane,
    data: smaller.data.map((value, i) => value + (radius - whole) * (larger.data[i]! - value)),
  };
}

function enlarged(cover: Plane, scale: number): Plane {
  if (scale === 1) return cover;
  const out = createPlane(cover.width * scale, cover.height * scale);
  for (let y = 0, i = 0; y < out.height; y++) {
    for (let x = 0; x < out.width; x++, i++) {
      out.data[i] = sampleSharply(cover, (x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5);
    }
  }
  return out;
}

/** Draws hairs with about the density of `density` (cover, 0..1), from roots on an uneven grid. */
function drawHairs(density: Plane, brow: BrowHairs, arc: Arc, scale: number): Plane {
  const { x: left, y: top } = brow.rect;
  const onPlane = ({ x, y }: Place) => ({ x: (x - left) * scale, y: (y - top) * scale });
  const opticalAt = ({ x, y }: Place) => {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    if (column < 0 || row < 0 || column >= density.width || row >= density.height) return 0;
    return -Math.log(1 - Math.min(maxCover, density.data[row * density.width + column]!));
  };
  const middle = new Float64Array(2);
  if (brow.middle) arc.coordinatesOf(brow.middle.x, brow.middle.y, middle);
  const depth = createPlane(density.width, density.height);
  const width = hairWidth * arc.length * scale;
  const area = (rootDistance * arc.length * scale) ** 2;
  const columns = Math.round((1 + 2 * marginAlong) / rootDistance);
  const rows = Math.round((2 * marginAcross) / rootDistance);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const lot = lotsOf(column, row);
      const root = {
        along: (column + lot()) * rootDistance - marginAlong,
        across: marginAcross - (row + lot()) * rootDistance,
      };
      if (opticalAt(onPlane(arc.pointAt(root.along, root.across))) === 0) continue;
      const hair = hairFrom(root, middle[1]!, lot).map(({ along, across }) => onPlane(arc.pointAt(along, across)));
      const onHair = hair.map(opticalAt);
      // The tip counts as much as the rest: hairs hardly grow beyond the brow.
      const mean = (onHair.reduce((sum, value) => sum + value, 0) / onHair.length + onHair.at(-1)!) / 2;
      if (lot() * fullDensity > mean) continue;
      draw(depth, hair, width, area * Math.max(fullDensity, mean) * (0.6 + 0.8 * lot()));
    }
  }
  return { ...depth, data: depth.data.map((value) => 1 - Math.exp(-value)) };
}

type ChartPlace = { along: number; across: number };

/**
 * A hair from its root to its tip, in the coordinates of the arc. Hairs grow upwards near the nose, and towards the temple
 * farther out; there, hairs above and below the middle of the brow lean to each other.
 */
function hairFrom({ along, across }: ChartPlace, middle: number, lot: () => number): ChartPlace[] {
  const toNose = smoothstep(along, 0.55, 1);
  const lean = Math.max(-0.35, Math.min(0.5, (across - middle) * 6)) * (1 - toNose);
  const upwards = ((8 + 14 * smoothstep(along, 0, 0.6) + 48 * toNose) * Math.PI) / 180;
  let angle = upwards - lean + (lot() - 0.5) * 0.42;
  const piece = (hairLength * (0.7 + 0.5 * lot()) * (1 - 0.25 * toNose)) / pieces;
  const hair = [{ along, across }];
  for (let i = 1; i <= pieces; i++) {
    along -= Math.cos(angle) * piece;
    across += Math.sin(angle) * piece;
    hair.push({ along, across });
    // They bend down towards their tips.
    angle *= 0.9;
  }
  return hair;
}

/** Adds `mass` along a line, `width` wide at its root and thinner towards its tip; both in px. */
function draw(plane: Plane, line: readonly Place[], width: number, mass: number): void {
  const strips = Math.max(1, Math.ceil(width / 0.7));
  for (let i = 0; i + 1 < line.length; i++) {
    const [a, b] = [line[i]!, line[i + 1]!];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const far = Math.hypot(dx, dy) || 1;
    const steps = Math.ceil(far / 0.5);
    for (let step = 0; step < steps; step++) {
      const t = (step + 0.5) / steps;
      const taper = 1 - 0.85 * ((i + t) / pieces) ** 1.5;
      for (let strip = 0; strip < strips; strip++) {
        const off = ((strip + 0.5) / strips - 0.5) * width * taper;
        const [x, y] = [a.x + dx * t - (dy / far) * off, a.y + dy * t + (dx / far) * off];
        // The mean of the taper is about two thirds.
        splat(plane, x - 0.5, y - 0.5, (1.5 * mass * taper) / (pieces * steps * strips));
      }
    }
  }
}

/** Adds a value at a place between four pixels. */
function splat({ width, height, data }: Plane, x: number, y: number, value: number): void {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return;
  const [s, t] = [x - left, y - top];
  const index = top * width + left;
  data[index]! += value * (1 - s) * (1 - t);
  data[index + 1]! += value * s * (1 - t);
  data[index + width]! += value * (1 - s) * t;
  data[index + width + 1]! += value * s * t;
}

/** Numbers 0..1 that look drawn by lot, always the same for a root. */
function lotsOf(column: number, row: number): () => number {
  let state = Math.imul(column + 1, 0x27d4eb2d) ^ Math.imul(row + 1, 0x165667b1);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let hash = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97);
    return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
  };
}
