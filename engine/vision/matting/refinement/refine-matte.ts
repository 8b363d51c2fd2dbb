/** Turns a model's small matte into one at the photograph's full resolution, from the photograph's own colours. */
import { setImmediate as pause } from 'node:timers/promises';
import { boxMean } from '../../../pixels/box-filter.ts';
import type { ColorPlanes } from '../../../pixels/guide-statistics.ts';
import {
  boundsOf,
  createPlane,
  cropPlane,
  enlarge,
  expandRect,
  type Plane,
  pastePlane,
  type Rect,
  squares,
} from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { Photo } from '../../photo/decode.ts';
import { reducePhoto } from '../../photo/resize.ts';
import { restoreMeans } from './back-projection.ts';
import { weighColors } from './color-evidence.ts';
import { solveMatte } from './laplacian.ts';

/** How an edge is expected to look. */
export type Edge = {
  /** Half width of the band that is looked at anew, in px of the matte that is refined (not of the photograph). */
  reach: number;
  /** Alpha up to this becomes 0. */
  haze: number;
  /** Alpha from this on becomes 1. */
  solid: number;
  /** Whether a crisp matte counts more than a refinement that stays gray. */
  isTrustedIfCrisp: boolean;
};

/**
 * Hair, fur and cloth: soft, with strands. What is less there than `haze` is mostly a network's doubt, spread wide around heads as a grey veil;
 * the other side is not as soft, and a lower `solid` would thicken strands. Networks blur hair, so a crisp part is no truer.
 */
export const hairEdge: Edge = { reach: 1, haze: 0.08, solid: 0.96, isTrustedIfCrisp: false };
/** Things: crisp. */
export const solidEdge: Edge = { reach: 2, haze: 0.2, solid: 0.8, isTrustedIfCrisp: true };

/** Largest step from one resolution to the next; beyond it fine detail cannot be found again near the edge. */
const maxScaleStep = 2.5;
const tileSide = 128;
/** Windows of the matting Laplacian reach so many blocks of 2 px beyond the one in their middle. */
const guideRadius = 1;
/** Reach of its windows in each direction, px. */
const guideReach = 2 * guideRadius + 1;
const guideEpsilon = 5e-5;
const iterations = 12;
const certainTrust = 20;
/** How much a precision (inverse variance of alpha) counts beside the matting Laplacian. */
const precisionTrust = 5e-4;
/** A mean alpha this near to 0 or 1 means that there is no edge around. */
const settled = 0.004;

/**
 * Refines `coarse` (any size, the photograph's aspect) to the photograph's size, in steps of at most 2.5.
 * Pixels away from the matte's edges stay as they are.
 * @throws the signal's reason when it fires; looked at before every tile.
 */
export async function refineMatte(photo: Photo, coarse: Plane, edge: Edge, signal: AbortSignal): Promise<Plane> {
  const factor = Math.max(photo.width / coarse.width, photo.height / coarse.height, 1);
  const steps = Math.max(1, Math.ceil(Math.log(factor) / Math.log(maxScaleStep)));
  let matte = coarse;
  for (let step = 1; step <= steps; step++) {
    const shrink = factor ** (1 - step / steps);
    const width = step === steps ? photo.width : Math.round(photo.width / shrink);
    const height = step === steps ? photo.height : Math.round(photo.height / shrink);
    const coarser = matte;
    matte = await refineLevel(await reducePhoto(photo, width, height), coarser, edge.reach, signal);
    if (edge.isTrustedIfCrisp) restoreMeans(matte, coarser);
  }
  clearHaze(matte, edge);
  return matte;
}

/** One step: from the matte's size to the photograph's. */
async function refineLevel(photo: Photo, matte: Plane, radius: number, signal: AbortSignal): Promise<Plane> {
  const { width, height } = photo;
  const surroundings = boxMean(matte, radius);
  const reach = Math.max(2, Math.round((radius * width) / matte.width));
  const out = createPlane(width, height);
  const fade = reach * 2 + guideReach;
  const margin = fade + 2 * guideReach;
  for (const core of squares(width, height, tileSide)) {
    await pause();
    signal.throwIfAborted();
    const rect = expandRect(core, margin, width, height);
    const tile = enlarge(matte, width, height, rect);
    const nearness = edgeNearness(enlarge(surroundings, width, height, rect));
    const band = boundsOf(nearness, 0);
    if (band) {
      const around = expandRect(band, margin, rect.width, rect.height);
      const colors = cutColors(photo, { ...around, x: rect.x + around.x, y: rect.y + around.y });
      pastePlane(refineTile(colors, cropPlane(tile, around), cropPlane(nearness, around), reach), tile, around);
    }
    addBlended(tile, rect, core, fade, out);
  }
  return out;
}

/**
 * Adds a tile to the picture: whole in its core, and fading into its neighbours over `fade` px on both sides of the core's rims,
 * where theirs fade into it. What is far from any edge of the subject is settled by all of a tile, so tiles may differ there.
 * @param rect where the tile lies; at least `fade` px beyond its core, except at the picture's border
 */
function addBlended(tile: Plane, rect: Rect, core: Rect, fade: number, out: Plane): void {
  const across = shares(core.x, core.width, rect.x, rect.width, fade, out.width);
  const down = shares(core.y, core.height, rect.y, rect.height, fade, out.height);
  for (let y = 0; y < rect.height; y++) {
    const share = down[y]!;
    if (share === 0) continue;
    const [from, to] = [y * rect.width, (rect.y + y) * out.width + rect.x];
    for (let x = 0; x < rect.width; x++) out.data[to + x]! += tile.data[from + x]! * share * across[x]!;
  }
}

/** How much a tile counts at each place of its side; with its neighbours' it makes 1. */
function shares(core: number, length: number, start: number, count: number, fade: number, end: number): Float32Array {
  return Float32Array.from({ length: count }, (_, i) => {
    const position = start + i + 0.5;
    const rising = core === 0 ? 1 : smoothstep(position, core - fade, core + fade);
    const falling = core + length === end ? 1 : smoothstep(position, core + length + fade, core + length - fade);
    return rising * falling;
  });
}

/** From the mean alpha around each pixel: 1 at an edge, falling to 0 where all around is subject or all background. */
function edgeNearness(surroundings: Plane): Plane {
  const { data } = surroundings;
  for (let i = 0; i < data.length; i++) {
    const mean = data[i]!;
    const isNearEdge = mean > settled && mean < 1 - settled;
    data[i] = isNearEdge ? Math.sqrt(4 * mean * (1 - mean)) : 0;
  }
  return surroundings;
}

function refineTile(colors: ColorPlanes, prior: Plane, nearness: Plane, reach: number): Plane {
  const { alpha, precision: trust } = weighColors(colors, prior, nearness, reach);
  for (let i = 0; i < trust.data.length; i++) {
    trust.data[i] = nearness.data[i]! > 0 ? Math.min(certainTrust, trust.data[i]! * precisionTrust) : certainTrust;
  }
  const solved = solveMatte(colors, guideRadius, guideEpsilon, alpha, trust, iterations);
  for (let i = 0; i < solved.data.length; i++) {
    if (nearness.data[i]! <= 0) solved.data[i] = prior.data[i]!;
  }
  return solved;
}

function clearHaze({ data }: Plane, { haze, solid }: Edge): void {
  for (let i = 0; i < data.length; i++) data[i] = Math.min(1, Math.max(0, (data[i]! - haze) / (solid - haze)));
}

function cutColors(photo: Photo, rect: Rect): ColorPlanes {
  const planes = [0, 1, 2].map(() => createPlane(rect.width, rect.height)) as ColorPlanes;
  const [red, green, blue] = planes;
  for (let y = 0, to = 0; y < rect.height; y++) {
    let from = ((rect.y + y) * photo.width + rect.x) * 3;
    for (let x = 0; x < rect.width; x++, to++) {
      red.data[to] = photo.rgb[from++]! / 255;
      green.data[to] = photo.rgb[from++]! / 255;
      blue.data[to] = photo.rgb[from++]! / 255;
    }
  }
  return planes;
}
