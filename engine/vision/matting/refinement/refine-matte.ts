/**
 * Refines a small matte to full resolution, in steps and tiles: Bayesian matting, then closed-form matting in the
 * unknown region (trimap). Change an `Edge` for another kind of edge (rules `refinement`, `haze`).
 */
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

export type Edge = {
  /** Half width of the unknown region, px of the coarse matte. */
  reach: number;
  /** Alpha that becomes 0. */
  haze: number;
  /** Alpha that becomes 1. */
  solid: number;
  /** Whether a crisp matte overrules a gray refinement. */
  isTrustedIfCrisp: boolean;
};

/**
 * Hair, fur, cloth. Alpha below `haze` is mostly a gray veil of doubt; a lower `solid` would thicken strands. Networks
 * blur hair, so crisp parts are no more reliable.
 */
export const hairEdge: Edge = { reach: 1, haze: 0.08, solid: 0.96, isTrustedIfCrisp: false };
export const solidEdge: Edge = { reach: 2, haze: 0.2, solid: 0.8, isTrustedIfCrisp: true };

/** Larger steps lose fine detail. */
const maxScaleStep = 2.5;
const tileSide = 128;
/** In blocks of 2 px. */
const guideRadius = 1;
const guideReach = 2 * guideRadius + 1;
const guideEpsilon = 5e-5;
const iterations = 12;
const certainTrust = 20;
/** Trust for a precision of 1. */
const precisionTrust = 5e-4;
const minEdgeAlpha = 0.004;

/** Refines to the photograph's size. Alpha far from edges stays unchanged. */
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

/** Adds a tile, cross-faded over `fade` px around the core's border, because tiles differ far from edges. */
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

/** Returns one side's weights, which add up to 1 over all tiles. */
function shares(core: number, length: number, start: number, count: number, fade: number, end: number): Float32Array {
  return Float32Array.from({ length: count }, (_, i) => {
    const position = start + i + 0.5;
    const rising = core === 0 ? 1 : smoothstep(position, core - fade, core + fade);
    const falling = core + length === end ? 1 : smoothstep(position, core + length + fade, core + length - fade);
    return rising * falling;
  });
}

/** Turns mean alpha into 1 at edges, 0 far from them. */
function edgeNearness(surroundings: Plane): Plane {
  const { data } = surroundings;
  for (let i = 0; i < data.length; i++) {
    const mean = data[i]!;
    const isNearEdge = mean > minEdgeAlpha && mean < 1 - minEdgeAlpha;
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
