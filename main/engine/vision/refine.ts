// Turns a model's small matte into one at the photograph's full resolution, from the photograph's own colours.

import { setImmediate as pause } from 'node:timers/promises';
import { boxMean } from './box-filter.ts';
import { weighColours } from './colour-evidence.ts';
import { type ColourPlanes, guideStatistics } from './guide-statistics.ts';
import { solveMatte } from './matting-laplacian.ts';
import type { Photo } from './photo.ts';
import { reducePhoto } from './photo-size.ts';
import { createPlane, enlarge, grow, type Plane, paste, type Rect, squares } from './plane.ts';

/** How an edge is expected to look. */
export type Edge = {
  /** Half width of the band that is looked at anew, in px of the matte that is refined (not of the photograph). */
  reach: number;
};

/** Largest step from one resolution to the next; beyond it fine detail cannot be found again near the edge. */
const STEP = 2.5;
const TILE = 224;
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
    matte = await refineLevel(await reducePhoto(photo, width, height), matte, edge, signal);
  }
  return matte;
}

/** One step: from the matte's size to the photograph's. */
async function refineLevel(photo: Photo, matte: Plane, edge: Edge, signal: AbortSignal): Promise<Plane> {
  const { width, height } = photo;
  const band = openBand(matte, edge.reach);
  const reach = Math.max(2, Math.round((edge.reach * width) / matte.width));
  const out = createPlane(width, height);
  for (const core of squares(width, height, TILE)) {
    await pause();
    signal.throwIfAborted();
    const rect = grow(core, reach * 3 + GUIDE_RADIUS * 2, width, height);
    const open = cutBand(band, width, height, rect);
    const prior = enlarge(matte, width, height, rect);
    const tile = open.includes(1) ? refineTile(cutColours(photo, rect), prior, open, reach) : prior;
    paste(tile, out, core, { x: core.x - rect.x, y: core.y - rect.y });
  }
  return out;
}

type Band = { width: number; height: number; open: Uint8Array };

/** Where the matte is neither 0 nor 1 within `reach`. */
function openBand(matte: Plane, reach: number): Band {
  const mean = boxMean(matte, reach).data;
  const open = new Uint8Array(mean.length);
  for (let i = 0; i < open.length; i++) open[i] = mean[i]! < 0.004 || mean[i]! > 0.996 ? 0 : 1;
  return { width: matte.width, height: matte.height, open };
}

/** The part of the band inside `rect` of a picture of `width` x `height`. */
function cutBand(band: Band, width: number, height: number, rect: Rect): Uint8Array {
  const out = new Uint8Array(rect.width * rect.height);
  for (let y = 0, to = 0; y < rect.height; y++) {
    const row = Math.floor(((rect.y + y) * band.height) / height) * band.width;
    for (let x = 0; x < rect.width; x++, to++) {
      out[to] = band.open[row + Math.floor(((rect.x + x) * band.width) / width)]!;
    }
  }
  return out;
}

function refineTile(colours: ColourPlanes, prior: Plane, open: Uint8Array, reach: number): Plane {
  const { alpha, precision: trust } = weighColours(colours, prior, open, reach);
  for (let i = 0; i < open.length; i++) {
    trust.data[i] = open[i] ? Math.min(MOST_TRUST, trust.data[i]! * PRECISION_TRUST) : SURE;
  }
  const solved = solveMatte(guideStatistics(colours, GUIDE_RADIUS, GUIDE_EPSILON), alpha, trust, ITERATIONS);
  for (let i = 0; i < open.length; i++) if (!open[i]) solved.data[i] = prior.data[i]!;
  return solved;
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
