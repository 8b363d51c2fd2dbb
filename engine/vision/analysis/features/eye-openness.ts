/**
 * Openness of eyes, relative to the skin below: the gap of the lids, and a white and an iris between them. Lashes are
 * dark all along, bare lids light. Own heuristic.
 */
import type { Plane } from '../../../pixels/plane.ts';
import type { Mesh, Point } from '../../face/find-faces.ts';
import { outlineOf } from '../../face/mesh.ts';
import { mirrorOf } from '../../face/topology.ts';
import { classShareIn, type FaceChart, sideInView } from '../chart/skin-chart.ts';
import type { Side } from '../chart/zones.ts';
import { valueAt } from '../lines/line-filter.ts';
import { topMean } from '../lines/valleys.ts';
import { distance } from './mesh-measures.ts';

/** Upper and lower, outer to inner corner. */
const lidPairs = [
  [246, 7],
  [161, 163],
  [160, 144],
  [159, 145],
  [158, 153],
  [157, 154],
  [173, 155],
] as const;
const corners = [33, 133] as const;

/** Height by width. */
const gapLimit = { threshold: 0.22, scale: 0.05 };
/** L of the lightest and darkest place, by the skin's. */
const whiteLimit = { threshold: 0.64, scale: 0.08 };
const irisLimit = { threshold: 0.72, scale: 0.08 };
/** No sign outweighs two others. */
const maxSign = 3;
/** Between two pairs; in eye widths. */
const samplesPerPair = 6;
const halfSampleHeight = 0.03;
/** In eye widths; share without make-up. */
const depthsBelowLid = [0.3, 0.4, 0.5, 0.6];
const unpaintedShare = 0.3;
const minSkinLightness = 5;
/** By hair. */
const maxCoveredShare = 0.5;
const minSideInView = 0.2;

/** `open` 0 (shut) to 1. `gap` in eye widths. `white`: lightest L between the lids. */
export type EyeState = { open: number; gap: number; white: number };
/** The viewer's; null if hidden. */
export type Eyes = Record<Side, EyeState | null>;

export function measureEyes(chart: FaceChart): Eyes {
  return { left: measureEye(chart, 'left'), right: measureEye(chart, 'right') };
}

/** Mean of the visible eyes, or 0.5. */
export function meanOpenness({ left, right }: Eyes): number {
  const visible = [left, right].filter((eye) => eye !== null);
  return visible.length === 0 ? 0.5 : visible.reduce((sum, { open }) => sum + open, 0) / visible.length;
}

function measureEye(chart: FaceChart, side: Side): EyeState | null {
  const { mesh } = chart.face;
  const outline = outlineOf(mesh, side === 'left' ? 'leftEye' : 'rightEye');
  if (sideInView(chart, side) < minSideInView || classShareIn(chart, outline, ['hair', 'background']) > maxCoveredShare)
    return null;
  const { lightest, darkest, skin } = betweenLids(chart.region.lab.L, mesh, side);
  const gap = lidGap(mesh, side);
  const betweenSign = Math.min(sign(lightest / skin, whiteLimit), -sign(darkest / skin, irisLimit));
  return { open: 1 / (1 + Math.exp(-(sign(gap, gapLimit) + betweenSign))), gap, white: lightest };
}

/** Negative if the lids cross. */
function lidGap(mesh: Mesh, side: Side): number {
  const [outer, inner] = corners.map((index) => mesh[onSide(index, side)]!) as [Point, Point];
  const [upper, lower] = lidPairs[3].map((index) => mesh[onSide(index, side)]!) as [Point, Point];
  const [dx, dy] = [inner.x - outer.x, inner.y - outer.y];
  const across = (dx * (lower.y - upper.y) - dy * (lower.x - upper.x)) / Math.max(1e-6, Math.hypot(dx, dy));
  // With depth, for turned eyes.
  return (across * (side === 'left' ? 1 : -1)) / Math.max(1e-6, distance(inner, outer));
}

/** L between the lids and below. */
function betweenLids(L: Plane, mesh: Mesh, side: Side): { lightest: number; darkest: number; skin: number } {
  const pairs = lidPairs.map(([upper, lower]) => [mesh[onSide(upper, side)]!, mesh[onSide(lower, side)]!] as const);
  const [outer, inner] = corners.map((index) => mesh[onSide(index, side)]!) as [Point, Point];
  const width = Math.hypot(outer.x - inner.x, outer.y - inner.y);
  const lightness: number[] = [];
  for (const [i, [upper, lower]] of pairs.entries()) {
    const next = pairs[i + 1];
    if (!next) continue;
    for (let step = 0; step < samplesPerPair; step++) {
      const t = step / samplesPerPair;
      const x = ((upper.x + lower.x) * (1 - t) + (next[0].x + next[1].x) * t) / 2;
      const y = ((upper.y + lower.y) * (1 - t) + (next[0].y + next[1].y) * t) / 2;
      const rows = [-1, 0, 1].map((row) => valueAt(L, x, y + row * halfSampleHeight * width));
      lightness.push(rows.reduce((sum, value) => sum + value, 0) / rows.length);
    }
  }
  const skinSamples = pairs.flatMap(([, lower]) =>
    depthsBelowLid.map((part) => valueAt(L, lower.x, lower.y + part * width)),
  );
  const skin = Math.max(minSkinLightness, topMean(skinSamples, unpaintedShare));
  return { lightest: Math.max(...lightness), darkest: Math.min(...lightness), skin };
}

function sign(value: number, { threshold, scale }: { threshold: number; scale: number }): number {
  return Math.min(maxSign, Math.max(-maxSign, (value - threshold) / scale));
}

function onSide(index: number, side: Side): number {
  return side === 'left' ? index : mirrorOf[index]!;
}
