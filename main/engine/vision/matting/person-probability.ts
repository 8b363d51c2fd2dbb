// How probable a person is at each place of a photograph: the segmentation, looked at as a whole and in pieces.

import type { Photo } from '../photo.ts';
import { createPlane, type Plane } from '../plane.ts';
import { type Segmentation, segment } from '../segmentation.ts';

/** Side of the pieces, of the photograph's longer side: large enough to still show what belongs to whom. */
const PIECE = 0.6;
/** A photograph whose longer side has no more px than this shows the model nothing new in pieces. */
const SMALL = 640;
/** The whole knows better what is a person, the pieces know better where it ends. */
const WHOLE = 0.45;
/** Part of the photograph that must look like hair, clothes and skin before it counts as showing somebody. */
const LEAST_PERSON = 0.01;

/** The segmentation of the whole photograph, in a square around it. */
export function segmentWhole(photo: Photo): Promise<Segmentation> {
  const side = Math.max(photo.width, photo.height);
  return segment(photo, { x: photo.width / 2, y: photo.height / 2, side, angle: 0 });
}

/** Whether somebody is there, by hair, clothes or bare skin: a cat's face passes as face skin, so that proves nothing. */
export function showsPerson({ planes }: Segmentation): boolean {
  const { hair, bodySkin, clothes } = planes;
  let count = 0;
  for (let i = 0; i < hair.data.length; i++) {
    if (hair.data[i]! + bodySkin.data[i]! + clothes.data[i]! > 0.6) count++;
  }
  return count > hair.data.length * LEAST_PERSON;
}

/**
 * Probability 0..1 of people and their clothes.
 * @param whole from segmentWhole.
 * @param width px of the result; its aspect should be the photograph's.
 * @throws the signal's reason when it fires.
 */
export async function personProbability(
  photo: Photo,
  whole: Segmentation,
  width: number,
  height: number,
  signal: AbortSignal,
): Promise<Plane> {
  const pieces = whole.frame.side > SMALL ? await segmentPieces(photo, whole.frame.side * PIECE, signal) : [whole];
  const probability = average([whole], photo, width, height);
  const near = average(pieces, photo, width, height);
  for (let i = 0; i < probability.data.length; i++) {
    const mixed = probability.data[i]! * WHOLE + near.data[i]! * (1 - WHOLE);
    // The model is never sure: its background stays near 0.9.
    probability.data[i] = Math.min(1, Math.max(0, (mixed - 0.15) / 0.7));
  }
  return probability;
}

async function segmentPieces(photo: Photo, side: number, signal: AbortSignal): Promise<Segmentation[]> {
  const pieces: Segmentation[] = [];
  for (const y of centres(photo.height, side)) {
    for (const x of centres(photo.width, side)) {
      signal.throwIfAborted();
      pieces.push(await segment(photo, { x, y, side, angle: 0 }));
    }
  }
  return pieces;
}

/** Centres of pieces that cover `length`, overlapping by a quarter at least. */
function centres(length: number, side: number): number[] {
  const count = Math.max(1, Math.ceil((length - side / 4) / (side * 0.75)));
  if (count === 1) return [length / 2];
  return Array.from({ length: count }, (_, i) => side / 2 + ((length - side) * i) / (count - 1));
}

/** "Not background" of several pieces, each counting most in its middle. */
function average(pieces: Segmentation[], photo: Photo, width: number, height: number): Plane {
  const out = createPlane(width, height);
  const weights = createPlane(width, height);
  for (const { frame, planes } of pieces) {
    const { background } = planes;
    for (let y = 0, i = 0; y < height; y++) {
      const v = (((y + 0.5) * photo.height) / height - frame.y) / frame.side + 0.5;
      for (let x = 0; x < width; x++, i++) {
        const u = (((x + 0.5) * photo.width) / width - frame.x) / frame.side + 0.5;
        const inside = Math.min(u, v, 1 - u, 1 - v);
        if (inside <= 0) continue;
        out.data[i]! += (1 - sample(background, u, v)) * inside;
        weights.data[i]! += inside;
      }
    }
  }
  for (let i = 0; i < out.data.length; i++) out.data[i]! /= weights.data[i]! || 1;
  return out;
}

/** Bilinear; `u` and `v` run from 0 to 1 over the plane. */
function sample({ width, height, data }: Plane, u: number, v: number): number {
  const x = Math.min(Math.max(u * width - 0.5, 0), width - 1);
  const y = Math.min(Math.max(v * height - 0.5, 0), height - 1);
  const left = Math.floor(x);
  const at = Math.floor(y) * width + left;
  const right = left + 1 < width ? 1 : 0;
  const down = Math.floor(y) + 1 < height ? width : 0;
  const top = data[at]! + (data[at + right]! - data[at]!) * (x - left);
  const bottom = data[at + down]! + (data[at + down + right]! - data[at + down]!) * (x - left);
  return top + (bottom - top) * (y - Math.floor(y));
}
