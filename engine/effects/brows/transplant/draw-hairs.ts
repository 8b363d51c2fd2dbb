/**
 * Draws hairs on brows that are too small, blurred or painted to show any: strokes from a jittered grid add up as
 * optical density. The result is matched to the brow, so constants of strokes change only the look.
 */
import { boxMean } from '../../../pixels/box-filter.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { Face } from '../../../vision/face/find-faces.ts';
import { type Arc, createArc } from '../matte/arc.ts';
import { marginAcross, marginAlong } from '../matte/brow-chart.ts';
import { type BrowHairs, type Side, sides } from '../matte/brow-hairs.ts';
import type { CompleteBrow } from '../matte/complete-brow.ts';
import { sampleSharply } from '../matte/sample-plane.ts';

type Place = { x: number; y: number };

/** `cover` has `scale` pixels per pixel of the photograph. */
export type FineBrow = BrowHairs & { scale: number };

/** In lengths of the brow. */
const hairRadius = 0.012;
const tuftRadius = 0.03;
/** In px; shorter brows are enlarged. */
const measuredLength = 240;
/** Relative to the densest cover. Borders have structure without hairs. */
const coreShare = 0.7;
/** Relative to the mean cover. */
const minTuftStructure = 0.02;
const sharpRatio = 0.6;
const unsharpRatio = 0.36;

/** Length of the replaced brow: photographs show no hairs, or all. */
const unresolvedLengthPx = 60;
const resolvedLengthPx = 120;

/** In lengths of the brow. */
const hairLength = 0.14;
const hairWidth = 0.006;
const rootDistance = 0.0125;
const borderRadius = 0.009;
const matchRadius = 0.05;
/** Straight pieces of a hair. */
const pieces = 6;
/** Optical density. Below it hairs become fewer, above it darker. */
const fullDensity = 1.1;
const maxCover = 0.93;
const densestShare = 0.08;
const minDenseCover = 0.05;

/** Returns 1 if the brows of `model` resolve no hairs, 0 if they do or if `face` is too small to show any. */
export function measureMissingHairs(brows: Record<Side, CompleteBrow>, model: Face, face: Face): number {
  const visible = sides.filter((side) => brows[side].seen > 0);
  if (visible.length === 0) return 0;
  const sum = visible.reduce(
    (total, side) => total + measureSharpness(brows[side], createArc(model.mesh, side).length),
    0,
  );
  const length = Math.max(...sides.map((side) => createArc(face.mesh, side).length));
  return (
    smoothstep(sum / visible.length, sharpRatio, unsharpRatio) *
    smoothstep(length, unresolvedLengthPx, resolvedLengthPx)
  );
}

/** Ratio of structure of hairs to that of tufts. Blur lowers it. */
function measureSharpness({ cover }: BrowHairs, arcLength: number): number {
  const scale = Math.max(1, Math.ceil(measuredLength / arcLength));
  const large = enlarge(cover, scale);
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
  return Math.sqrt(fine / Math.max(1e-9, coarse + count * (minTuftStructure * mean) ** 2));
}

/** @param missing share of drawn hair, 0..1  @param scale whole number */
export function withDrawnHairs(
  brow: CompleteBrow,
  { mesh }: Face,
  side: Side,
  missing: number,
  scale: number,
): FineBrow {
  if (missing === 0) return { ...brow, scale: 1 };
  const arc = createArc(mesh, side);
  const length = arc.length * scale;
  const visible = enlarge(brow.cover, scale);
  const softness = Math.max(1, Math.round(length * borderRadius));
  // Skin shows between hairs.
  const open = { ...visible, data: visible.data.map((value) => 1 - Math.exp(-value)) };
  const density = boxMean(boxMean(meanWithin(open, length * hairRadius), softness), softness);
  const hairs = drawHairs(density, brow, arc, scale);
  const radius = Math.max(1, Math.round(length * matchRadius));
  const [wanted, drawn] = [boxMean(density, radius), boxMean(hairs, radius)];
  for (let i = 0; i < hairs.data.length; i++) {
    hairs.data[i]! *= Math.min(2, wanted.data[i]! / Math.max(1e-3, drawn.data[i]!));
  }
  const gain = densestCover(visible) / Math.max(1e-3, densestCover(hairs));
  const cover = { ...visible, data: visible.data.map((value, i) => value + missing * (gain * hairs.data[i]! - value)) };
  return { ...brow, cover, scale };
}

function densestCover({ data }: Plane): number {
  const values = data.filter((value) => value > minDenseCover).sort();
  const densest = values.slice(Math.floor(values.length * (1 - densestShare)));
  return densest.reduce((sum, value) => sum + value, 0) / Math.max(1, densest.length);
}

/** Box mean with a fractional radius. */
function meanWithin(plane: Plane, radius: number): Plane {
  const whole = Math.floor(radius);
  const [smaller, larger] = [boxMean(plane, whole), boxMean(plane, whole + 1)];
  return {
    ...plane,
    data: smaller.data.map((value, i) => value + (radius - whole) * (larger.data[i]! - value)),
  };
}

function enlarge(cover: Plane, scale: number): Plane {
  if (scale === 1) return cover;
  const out = createPlane(cover.width * scale, cover.height * scale);
  for (let y = 0, i = 0; y < out.height; y++) {
    for (let x = 0; x < out.width; x++, i++) {
      out.data[i] = sampleSharply(cover, (x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5);
    }
  }
  return out;
}

/** @param density as cover, 0..1 */
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
      const random = createRandom(column, row);
      const root = {
        along: (column + random()) * rootDistance - marginAlong,
        across: marginAcross - (row + random()) * rootDistance,
      };
      if (opticalAt(onPlane(arc.pointAt(root.along, root.across))) === 0) continue;
      const hair = growHair(root, middle[1]!, random).map(({ along, across }) => onPlane(arc.pointAt(along, across)));
      const onHair = hair.map(opticalAt);
      // Hairs hardly grow beyond the brow.
      const mean = (onHair.reduce((sum, value) => sum + value, 0) / onHair.length + onHair.at(-1)!) / 2;
      if (random() * fullDensity > mean) continue;
      draw(depth, hair, width, area * Math.max(fullDensity, mean) * (0.6 + 0.8 * random()));
    }
  }
  return { ...depth, data: depth.data.map((value) => 1 - Math.exp(-value)) };
}

type ChartPlace = { along: number; across: number };

/** Hairs grow upwards near the nose, outwards and to the middle of the brow at the temple. */
function growHair({ along, across }: ChartPlace, middle: number, random: () => number): ChartPlace[] {
  const toNose = smoothstep(along, 0.55, 1);
  const lean = Math.max(-0.35, Math.min(0.5, (across - middle) * 6)) * (1 - toNose);
  const upwards = ((8 + 14 * smoothstep(along, 0, 0.6) + 48 * toNose) * Math.PI) / 180;
  let angle = upwards - lean + (random() - 0.5) * 0.42;
  const piece = (hairLength * (0.7 + 0.5 * random()) * (1 - 0.25 * toNose)) / pieces;
  const hair = [{ along, across }];
  for (let i = 1; i <= pieces; i++) {
    along -= Math.cos(angle) * piece;
    across += Math.sin(angle) * piece;
    hair.push({ along, across });
    // Tips bend down.
    angle *= 0.9;
  }
  return hair;
}

/** @param width at the root, in px */
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

/** Reproducible numbers 0..1. */
function createRandom(column: number, row: number): () => number {
  let state = Math.imul(column + 1, 0x27d4eb2d) ^ Math.imul(row + 1, 0x165667b1);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let hash = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97);
    return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
  };
}
