// Turns a model's small matte into one at the photograph's full resolution, from the photograph's own colours.

import { boxMean } from './box-filter.ts';
import { weighColours } from './colour-evidence.ts';
import { type ColourPlanes, guideStatistics } from './guide-statistics.ts';
import { solveMatte } from './matting-laplacian.ts';
import type { Photo } from './photo.ts';
import { reducePhoto } from './photo-size.ts';
import { createPlane, cut, enlarge, type Plane, type Rect } from './plane.ts';

/** How an edge is expected to look. */
export type Edge = {
  /** Half width of the band that is looked at anew, in px of the matte that is refined (not of the photograph). */
  reach: number;
};

/** Largest step from one resolution to the next; beyond it fine detail cannot be found again near the edge. */
const STEP = 2.5;
const TILE = 448;
const GUIDE_RADIUS = 4;
const GUIDE_EPSILON = 1e-5;
const ITERATIONS = 12;
const SURE = 20;
/** How much a precision (inverse variance of alpha) counts beside the matting Laplacian. */
const PRECISION_TRUST = 3e-3;
const MOST_TRUST = 2;

/**
 * Refines `coarse` (any size, the photograph's aspect) to the photograph's size, in steps of at most 2.5.
 * Pixels away from the matte's edges stay as they are.
 * @throws the signal's reason when it fires; looked at before every tile.
 */
export async function refineMatte(photo: Photo, coarse: Plane, edge: Edge, signal: AbortSignal): Promise<Plane> {
  const factor = Math.max(photo.width / coarse.width, photo.height / coarse.height, 1);
  const steps = Math.max(1, Math.ceil(Math.log(factor) / Math.log(STEP)));
  let matte = coarse;
  for (let step = 1; step <= steps; step++) {
    const shrink = factor ** (1 - step / steps);
    const width = step === steps ? photo.width : Math.round(photo.width / shrink);
    const height = step === steps ? photo.height : Math.round(photo.height / shrink);
    const here = await reducePhoto(photo, width, height);
    const scale = Math.max(width / matte.width, 1);
    matte = refineLevel(here, enlarge(matte, width, height), Math.max(2, Math.round(edge.reach * scale)), signal);
  }
  return matte;
}

function refineLevel(photo: Photo, matte: Plane, reach: number, signal: AbortSignal): Plane {
  const open = openBand(matte, reach);
  const out: Plane = { ...matte, data: matte.data.slice() };
  const margin = reach * 4 + GUIDE_RADIUS * 2;
  for (let y = 0; y < photo.height; y += TILE) {
    for (let x = 0; x < photo.width; x += TILE) {
      signal.throwIfAborted();
      const core = { x, y, width: Math.min(TILE, photo.width - x), height: Math.min(TILE, photo.height - y) };
      if (isOpen(open, photo.width, core)) refineTile(photo, matte, open, core, margin, reach, out);
    }
  }
  return out;
}

/** 1 where the matte is neither 0 nor 1 within `reach`. */
function openBand(matte: Plane, reach: number): Uint8Array {
  const mean = boxMean(matte, reach).data;
  return Uint8Array.from(mean, (value) => (value < 0.004 || value > 0.996 ? 0 : 1));
}

function isOpen(open: Uint8Array, width: number, core: Rect): boolean {
  for (let y = core.y; y < core.y + core.height; y++) {
    if (open.subarray(y * width + core.x, y * width + core.x + core.width).includes(1)) return true;
  }
  return false;
}

function refineTile(
  photo: Photo,
  matte: Plane,
  open: Uint8Array,
  core: Rect,
  margin: number,
  reach: number,
  out: Plane,
): void {
  const x = Math.max(0, core.x - margin);
  const y = Math.max(0, core.y - margin);
  const rect = {
    x,
    y,
    width: Math.min(photo.width, core.x + core.width + margin) - x,
    height: Math.min(photo.height, core.y + core.height + margin) - y,
  };
  const colours = cutColours(photo, rect);
  const prior = cut(matte, rect);
  const asked = cutBytes(open, photo.width, rect);
  const { alpha, precision } = weighColours(colours, prior, asked, reach);
  const trust = precision;
  for (let i = 0; i < asked.length; i++) {
    trust.data[i] = asked[i] ? Math.min(MOST_TRUST, precision.data[i]! * PRECISION_TRUST) : SURE;
  }
  const solved = solveMatte(guideStatistics(colours, GUIDE_RADIUS, GUIDE_EPSILON), alpha, trust, ITERATIONS);
  for (let row = core.y; row < core.y + core.height; row++) {
    for (let column = core.x; column < core.x + core.width; column++) {
      const from = (row - y) * rect.width + column - x;
      if (asked[from]) out.data[row * photo.width + column] = solved.data[from]!;
    }
  }
}

function cutColours(photo: Photo, rect: Rect): ColourPlanes {
  const planes = [0, 1, 2].map(() => createPlane(rect.width, rect.height)) as ColourPlanes;
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

function cutBytes(bytes: Uint8Array, width: number, rect: Rect): Uint8Array {
  const out = new Uint8Array(rect.width * rect.height);
  for (let y = 0; y < rect.height; y++) {
    const from = (rect.y + y) * width + rect.x;
    out.set(bytes.subarray(from, from + rect.width), y * rect.width);
  }
  return out;
}
