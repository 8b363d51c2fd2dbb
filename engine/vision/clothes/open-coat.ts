/** Tells coats and jackets that are worn open: cloth of one look at both sides of the body, of another below the throat. */
import { boxMean } from '../../pixels/box-filter.ts';
import { learnColors } from '../../pixels/color-classes.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import { growLayers, type Layer } from '../person/grow-layers.ts';
import type { Figure } from '../person/people/figures.ts';
import { findNeckline, type Neckline } from './neckline.ts';
import { type Color, ColorMean, difference, type Scene } from './scene.ts';

/** Lengths in heights of the face. What lies so near below the throat is worn innermost. */
const collar = 0.22;
/** What has the inner layer's colours so near the line down from the throat is of it, also below a necklace or a scarf's end. */
const central = 0.3;
/** The outermost parts of what is worn, so far below the throat, in rows of this height, are the outer layer. */
const flank = { from: 0.1, to: 1.6, row: 0.05, part: 0.14 };
/** The inner layer differs from both sides at least so much, and by so many times what they differ from each other. */
const minLayerDifference = 15;
const minDifferenceRatio = 1.1;
/** Grid pixels a sample must have. */
const minSamplePixels = 30;
/** Gaussians in each layer's colour model. */
const gaussians = 3;
/** The part of a sample that must have the colours of its own layer rather than the other's. */
const minPureShare = 0.75;
/** Below a coat, something is seen so far down, in heights of the face, and between its sides on this part of the way. */
const depth = 0.35;
const between = 0.6;
/** Half width of the soft border. */
const soft = 0.02;

/** For each place of the figure's clothes how much it is a coat, 0..1; null when no coat is worn open. */
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
  boxMean(coat, Math.max(1, Math.round(throat.size * soft)), coat);
  for (let i = 0; i < coat.data.length; i++) coat.data[i] = smoothstep(coat.data[i]!, 0.3, 0.7);
  return coat;
}

type Samples = Record<'inner' | 'central' | 'left' | 'right', number[]>;

/** Places below the throat, and the outermost ones of each row at both sides. */
function samplesOf(cloth: Uint8Array, width: number, throat: Neckline): Samples {
  const inner: number[] = [];
  const middle: number[] = [];
  const rows = new Map<number, { pixel: number; across: number }[]>();
  for (let pixel = 0; pixel < cloth.length; pixel++) {
    if (cloth[pixel] === 0) continue;
    const { below, across } = belowThroat(throat, pixel, width);
    if (Math.hypot(below, across) < collar && below > 0) inner.push(pixel);
    if (below > 0 && below < flank.to && Math.abs(across) < central) middle.push(pixel);
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

/** Null where colours do not tell the layers apart: no coat, or a pattern. */
function learnLayers(
  lab: LabPlanes,
  { inner, central, left, right }: Samples,
  throat: Neckline,
): Record<'inner' | 'outer', Layer> | null {
  const [middle, ...sides] = [inner, left, right].map((places) => meanOf(lab, places)) as [Color, Color, Color];
  const separation = Math.min(...sides.map((side) => difference(middle, side)));
  if (separation < Math.max(minLayerDifference, minDifferenceRatio * difference(...sides))) return null;
  // Samples are not pure: a side that is seen askew shows some of what is below, and lapels reach up to the throat.
  const towards = (pixel: number) => {
    const color = [lab.L.data[pixel]!, lab.a.data[pixel]!, lab.b.data[pixel]!] as const;
    return Math.min(...sides.map((side) => difference(color, side))) - difference(color, middle);
  };
  const isOuter = (pixel: number) => towards(pixel) < 0;
  // A tie may have the coat's color.
  const ties = framedBy(inner, isOuter, lab.L.width, throat);
  const below = inner.filter((pixel) => !isOuter(pixel));
  const pure = [[...below, ...ties], left.filter(isOuter), right.filter(isOuter)] as const;
  const isSeparable = [inner, left, right].every((places, i) => pure[i]!.length >= places.length * minPureShare);
  if (!isSeparable) return null;
  const layerOf = (seeds: number[]): Layer => {
    const chosen = new Set(seeds);
    return { seeds, colours: learnColors(lab, (pixel) => chosen.has(pixel), gaussians) };
  };
  const [innerLayer, outer] = [layerOf(below), layerOf([...pure[1], ...pure[2]])];
  const lower = central.filter((pixel) => towards(pixel) > separation / 2);
  return { inner: { ...innerLayer, seeds: [...pure[0], ...lower] }, outer };
}

/** Pixels of the outer layer's colors that have the inner layer at both sides of them in their row: they are worn on it. */
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
  return mean.colour;
}

/** True when what is worn below the coat is seen from the throat on downwards, between the coat's sides. */
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
  return length * flank.row >= depth && framed > length * between;
}
