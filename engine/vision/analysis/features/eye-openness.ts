/**
 * Tells open eyes from shut ones: by how far the lids stand apart, and by whether an eye is seen between them.
 *
 * Lids alone do not tell: on a shut eye the mesh takes the lashes for a narrow opening. Along the middle between the lids an open
 * eye is white beside its iris, so somewhere as light as the skin and somewhere far darker; lashes are dark all along, and bare
 * lids light all along. All of it is measured against the skin below that eye, whatever its colour and its light.
 */
import type { Plane } from '../../../pixels/plane.ts';
import type { Mesh, Point } from '../../face/find-faces.ts';
import { outlineOf } from '../../face/mesh.ts';
import { mirrorOf } from '../../face/topology.ts';
import { classesIn, type FaceChart, sideInView } from '../chart/skin-chart.ts';
import type { Side } from '../chart/zones.ts';
import { valueAt } from '../lines/line-filter.ts';
import { topMean } from '../lines/valleys.ts';
import { distance } from './features.ts';

/** Upper and lower lid above each other, from the outer to the inner corner. */
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

/** Height by width that is as often shut as open, and what is clear. */
const gapLimit = { threshold: 0.22, scale: 0.05 };
/** Lightness of the lightest and of the darkest place between the lids, as parts of the skin's; likewise. */
const whiteLimit = { threshold: 0.64, scale: 0.08 };
const irisLimit = { threshold: 0.72, scale: 0.08 };
/** No single sign outweighs two others. */
const maxSign = 3;
/** Places between two pairs of lid points at which the middle is looked at, and half the width of that line in widths of the eye. */
const steps = 6;
const halfLine = 0.03;
/** Where the skin is looked at, in widths of the eye below the lower lid; make-up leaves some of it free. */
const depthsBelowLid = [0.3, 0.4, 0.5, 0.6];
const free = 0.3;
const darkestSkin = 5;
/** Share of the eye that hair or the background may cover. */
const covered = 0.5;
/** A side of the face that is turned away farther than this does not show its eye. */
const minSideInView = 0.2;

/**
 * `open` is 0 (shut) to 1, 0.5 where that is undecided; `gap` how far the lids stand apart, in widths of the eye; `white` the
 * lightness (L) of the lightest place between them.
 */
export type EyeState = { open: number; gap: number; white: number };
/** Left and right as looked at; null where hair or the head's turn hides the eye. */
export type Eyes = Record<Side, EyeState | null>;

export function measureEyes(chart: FaceChart): Eyes {
  return { left: measureEye(chart, 'left'), right: measureEye(chart, 'right') };
}

/** How open both eyes are, 0..1: the mean of those that are seen, 0.5 where none is. */
export function openness({ left, right }: Eyes): number {
  const seen = [left, right].filter((eye) => eye !== null);
  return seen.length === 0 ? 0.5 : seen.reduce((sum, { open }) => sum + open, 0) / seen.length;
}

function measureEye(chart: FaceChart, side: Side): EyeState | null {
  const { mesh } = chart.face;
  const outline = outlineOf(mesh, side === 'left' ? 'leftEye' : 'rightEye');
  if (sideInView(chart, side) < minSideInView || classesIn(chart, outline, ['hair', 'background']) > covered)
    return null;
  const { lightest, darkest, skin } = betweenLids(chart.region.lab.L, mesh, side);
  const gap = lidGap(mesh, side);
  const seen = Math.min(sign(lightest / skin, whiteLimit), -sign(darkest / skin, irisLimit));
  return { open: 1 / (1 + Math.exp(-(sign(gap, gapLimit) + seen))), gap, white: lightest };
}

/** Across the line between the corners, in the middle; below 0 where the upper lid's edge hangs below the lower one's. */
function lidGap(mesh: Mesh, side: Side): number {
  const [outer, inner] = corners.map((index) => mesh[onSide(index, side)]!) as [Point, Point];
  const [upper, lower] = lidPairs[3].map((index) => mesh[onSide(index, side)]!) as [Point, Point];
  const [dx, dy] = [inner.x - outer.x, inner.y - outer.y];
  const across = (dx * (lower.y - upper.y) - dy * (lower.x - upper.x)) / Math.max(1e-6, Math.hypot(dx, dy));
  // The width in depth too: the eye of a turned head is narrower, but no more open.
  return (across * (side === 'left' ? 1 : -1)) / Math.max(1e-6, distance(inner, outer));
}

/** Lightness (L) of the lightest and the darkest place along the middle between the lids, and of the skin below. */
function betweenLids(L: Plane, mesh: Mesh, side: Side): { lightest: number; darkest: number; skin: number } {
  const pairs = lidPairs.map(([upper, lower]) => [mesh[onSide(upper, side)]!, mesh[onSide(lower, side)]!] as const);
  const [outer, inner] = corners.map((index) => mesh[onSide(index, side)]!) as [Point, Point];
  const width = Math.hypot(outer.x - inner.x, outer.y - inner.y);
  const lightness: number[] = [];
  for (const [i, [upper, lower]] of pairs.entries()) {
    const next = pairs[i + 1];
    if (!next) continue;
    for (let step = 0; step < steps; step++) {
      const t = step / steps;
      const x = ((upper.x + lower.x) * (1 - t) + (next[0].x + next[1].x) * t) / 2;
      const y = ((upper.y + lower.y) * (1 - t) + (next[0].y + next[1].y) * t) / 2;
      const rows = [-1, 0, 1].map((row) => valueAt(L, x, y + row * halfLine * width));
      lightness.push(rows.reduce((sum, value) => sum + value, 0) / rows.length);
    }
  }
  const skinSamples = pairs.flatMap(([, lower]) =>
    depthsBelowLid.map((part) => valueAt(L, lower.x, lower.y + part * width)),
  );
  const skin = Math.max(darkestSkin, topMean(skinSamples, free));
  return { lightest: Math.max(...lightness), darkest: Math.min(...lightness), skin };
}

function sign(value: number, { threshold, scale }: { threshold: number; scale: number }): number {
  return Math.min(maxSign, Math.max(-maxSign, (value - threshold) / scale));
}

function onSide(index: number, side: Side): number {
  return side === 'left' ? index : mirrorOf[index]!;
}
