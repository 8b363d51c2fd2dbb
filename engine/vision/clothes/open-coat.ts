/**
 * Detects open coats: other colors at both sides of the body than below the throat. Gaussian color models, then
 * `grow-layers.ts`. Own numbers, in heights of the face.
 */
import { boxMean } from '../../pixels/box-filter.ts';
import { learnColors } from '../../pixels/color-classes.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import { growLayers, type Layer } from '../person/grow-layers.ts';
import type { Figure } from '../person/people/figures.ts';
import { findNeckline, type Neckline } from './neckline.ts';
import { type Color, ColorMean, difference, type Scene } from './scene.ts';

/** Innermost layer around the throat. */
const collarRadius = 0.22;
/** Reach of the inner layer's colors. */
const centralHalfWidth = 0.3;
/** Rows below the throat; the outermost `part` of each is the outer layer. */
const flank = { from: 0.1, to: 1.6, row: 0.05, part: 0.14 };
/** Lab distance of the inner layer from both sides, and its ratio to that between the sides. */
const minLayerDifference = 15;
const minDifferenceRatio = 1.1;
const minSamplePixels = 30;
/** Per layer. */
const gaussians = 3;
/** Share of a sample in its layer's colors. */
const minPureShare = 0.75;
/** Visible length of the inner layer, and its share between the coat's sides. */
const minDepth = 0.35;
const minFramedShare = 0.6;
const borderHalfWidth = 0.02;

/** Returns the coat's share, or null without an open coat. */
export function findOpenCoat(scene: Scene, index: number, figure: Figure): Plane | null {
  const { classes, lab, owner, place } = scene;
  const throat = findNeckline(scene, index, figure);
  if (!throat) return null;
  const cloth = Uint8Array.from(owner, (ownerIndex, i) =>
    ownerIndex === index && classes.clothes.data[i]! > 0.5 ? 1 : 0,
  );
  const samples = samplesOf(cloth, place.width, throat);
  if (Object.values(samples).some((places) => places.length < minSamplePixels)) return null;
  const layers = learnLayers(lab, samples, throat);
  if (!layers) return null;
  const isOuter = growLayers(cloth, lab, layers.inner, layers.outer);
  if (!isSeenBelow(cloth, isOuter, place.width, throat)) return null;
  const coat = createPlane(place.width, place.height);
  coat.data.set(isOuter);
  boxMean(coat, Math.max(1, Math.round(throat.size * borderHalfWidth)), coat);
  for (let i = 0; i < coat.data.length; i++) coat.data[i] = smoothstep(coat.data[i]!, 0.3, 0.7);
  return coat;
}

type Samples = Record<'inner' | 'central' | 'left' | 'right', number[]>;

/** Returns pixels below the throat, and the outermost of each row. */
function samplesOf(cloth: Uint8Array, width: number, throat: Neckline): Samples {
  const inner: number[] = [];
  const middle: number[] = [];
  const rows = new Map<number, { pixel: number; across: number }[]>();
  for (let pixel = 0; pixel < cloth.length; pixel++) {
    if (cloth[pixel] === 0) continue;
    const { below, across } = belowThroat(throat, pixel, width);
    if (Math.hypot(below, across) < collarRadius && below > 0) inner.push(pixel);
    if (below > 0 && below < flank.to && Math.abs(across) < centralHalfWidth) middle.push(pixel);
    if (below < flank.from || below > flank.to) continue;
    const row = Math.floor(below / flank.row);
    const places = rows.get(row) ?? [];
    rows.set(row, places);
    places.push({ pixel, across });
  }
  const [left, right]: [number[], number[]] = [[], []];
  for (const places of rows.values()) {
    places.sort((a, b) => a.across - b.across);
    const count = Math.round(places.length * flank.part);
    left.push(...places.slice(0, count).map(({ pixel }) => pixel));
    right.push(...places.slice(places.length - count).map(({ pixel }) => pixel));
  }
  return { inner, central: middle, left, right };
}

function belowThroat({ x, y, down, size }: Neckline, pixel: number, width: number) {
  const [dx, dy] = [(pixel % width) + 0.5 - x, Math.floor(pixel / width) + 0.5 - y];
  return { below: (dx * down.x + dy * down.y) / size, across: (dx * down.y - dy * down.x) / size };
}

/** Returns null if colors do not separate the layers: no coat, or a pattern. */
function learnLayers(
  lab: LabPlanes,
  { inner, central, left, right }: Samples,
  throat: Neckline,
): Record<'inner' | 'outer', Layer> | null {
  const [middle, ...sides] = [inner, left, right].map((places) => meanOf(lab, places)) as [Color, Color, Color];
  const separation = Math.min(...sides.map((side) => difference(middle, side)));
  if (separation < Math.max(minLayerDifference, minDifferenceRatio * difference(...sides))) return null;
  // Samples are mixed: lapels reach the throat, and turned sides show the inner layer.
  const innerness = (pixel: number) => {
    const color = [lab.L.data[pixel]!, lab.a.data[pixel]!, lab.b.data[pixel]!] as const;
    return Math.min(...sides.map((side) => difference(color, side))) - difference(color, middle);
  };
  const isOuter = (pixel: number) => innerness(pixel) < 0;
  // A tie may have the coat's color.
  const ties = framedBy(inner, isOuter, lab.L.width, throat);
  const below = inner.filter((pixel) => !isOuter(pixel));
  const pure = [[...below, ...ties], left.filter(isOuter), right.filter(isOuter)] as const;
  const isSeparable = [inner, left, right].every((places, i) => pure[i]!.length >= places.length * minPureShare);
  if (!isSeparable) return null;
  const layerOf = (seeds: number[]): Layer => {
    const chosen = new Set(seeds);
    return { seeds, colors: learnColors(lab, (pixel) => chosen.has(pixel), gaussians) };
  };
  const [innerLayer, outer] = [layerOf(below), layerOf([...pure[1], ...pure[2]])];
  const lower = central.filter((pixel) => innerness(pixel) > separation / 2);
  return { inner: { ...innerLayer, seeds: [...pure[0], ...lower] }, outer };
}

/** Returns pixels in the coat's colors between inner ones. */
function framedBy(
  inner: readonly number[],
  isOuter: (pixel: number) => boolean,
  width: number,
  throat: Neckline,
): number[] {
  const rowOf = (pixel: number) => {
    const { below, across } = belowThroat(throat, pixel, width);
    return { row: Math.floor(below / flank.row), across };
  };
  const ends = new Map<number, { from: number; to: number }>();
  for (const pixel of inner) {
    if (isOuter(pixel)) continue;
    const { row, across } = rowOf(pixel);
    const end = ends.get(row) ?? { from: Infinity, to: -Infinity };
    ends.set(row, { from: Math.min(end.from, across), to: Math.max(end.to, across) });
  }
  return inner.filter((pixel) => {
    if (!isOuter(pixel)) return false;
    const { row, across } = rowOf(pixel);
    const end = ends.get(row);
    return end !== undefined && across > end.from && across < end.to;
  });
}

function meanOf(lab: LabPlanes, places: readonly number[]): Color {
  const mean = new ColorMean();
  for (const pixel of places) mean.add(lab, pixel, 1);
  return mean.color;
}

/** Whether the inner layer is visible from the throat down, between the coat's sides. */
function isSeenBelow(cloth: Uint8Array, isOuter: Uint8Array, width: number, throat: Neckline): boolean {
  const rows = new Map<number, { left: number; right: number; from: number; to: number; count: number }>();
  for (let pixel = 0; pixel < cloth.length; pixel++) {
    if (cloth[pixel] === 0) continue;
    const { below, across } = belowThroat(throat, pixel, width);
    if (below < 0) continue;
    const key = Math.floor(below / flank.row);
    const row = rows.get(key) ?? { left: Infinity, right: -Infinity, from: Infinity, to: -Infinity, count: 0 };
    rows.set(key, row);
    if (isOuter[pixel] === 1) {
      row.left = Math.min(row.left, across);
      row.right = Math.max(row.right, across);
    } else {
      row.from = Math.min(row.from, across);
      row.to = Math.max(row.to, across);
      row.count++;
    }
  }
  let [length, framed] = [0, 0];
  for (const row of rows.values()) {
    if (row.count === 0) continue;
    length++;
    if (row.left < row.from && row.right > row.to) framed++;
  }
  return length * flank.row >= minDepth && framed > length * minFramedShare;
}
