/** How probable a person is at each place of a photograph: the segmentation, looked at as a whole and in pieces. */
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import type { Photo } from '../../photo/decode.ts';
import { type Segmentation, type SegmentClass, segment } from '../../segmentation.ts';

/** Side of the pieces, of the photograph's longer side: large enough to still show what belongs to whom. */
const piece = 0.6;
/** A photograph whose longer side has no more px than this shows the model nothing new in pieces. */
const small = 640;
/** The whole knows better what is a person, the pieces know better where it ends. */
const overviewWeight = 0.45;
/** The model is never sure: its background stays near 0.9. */
const surelyBackground = 0.15;
const surelyPerson = 0.85;

/** Probabilities 0..1 of people and their clothes, all of one size. */
export type Persons = {
  /** As the whole photograph is seen. */
  far: Plane;
  /** As its pieces are seen. */
  near: Plane;
  /** Both weighed together. */
  probability: Plane;
  /** Of their hair only, as seen from near or far. */
  hair: Plane;
};
/** Part of the photograph that must look like hair, clothes and skin before it counts as showing somebody. */
const minPersonShare = 0.01;

/** Whether somebody is there, by hair, clothes or bare skin: a cat's face passes as face skin, so that proves nothing. */
export function showsPerson({ planes }: Segmentation): boolean {
  const { hair, bodySkin, clothes } = planes;
  let count = 0;
  for (let i = 0; i < hair.data.length; i++) {
    if (hair.data[i]! + bodySkin.data[i]! + clothes.data[i]! > 0.6) count++;
  }
  return count > hair.data.length * minPersonShare;
}

/**
 * Finds people and their clothes.
 * @param overview from `segmentWhole`
 * @param width px of the result; its aspect should be the photograph's.
 * @throws the signal's reason when it fires.
 */
export async function findPersons(
  photo: Photo,
  overview: Segmentation,
  width: number,
  height: number,
  signal: AbortSignal,
): Promise<Persons> {
  const pieces =
    overview.frame.side > small ? await segmentPieces(photo, overview.frame.side * piece, signal) : [overview];
  const size = { width, height };
  const far = average([overview], 'background', photo, size);
  const near = average(pieces, 'background', photo, size);
  const hair = average([overview], 'hair', photo, size);
  const nearHair = average(pieces, 'hair', photo, size);
  const probability = createPlane(width, height);
  for (let i = 0; i < probability.data.length; i++) {
    const mixed = far.data[i]! * overviewWeight + near.data[i]! * (1 - overviewWeight);
    probability.data[i] = stretchProbability(1 - mixed);
    far.data[i] = stretchProbability(1 - far.data[i]!);
    near.data[i] = stretchProbability(1 - near.data[i]!);
    hair.data[i] = Math.max(hair.data[i]!, nearHair.data[i]!);
  }
  return { far, near, probability, hair };
}

function stretchProbability(person: number): number {
  return Math.min(1, Math.max(0, (person - surelyBackground) / (surelyPerson - surelyBackground)));
}

async function segmentPieces(photo: Photo, side: number, signal: AbortSignal): Promise<Segmentation[]> {
  const pieces: Segmentation[] = [];
  for (const y of centers(photo.height, side)) {
    for (const x of centers(photo.width, side)) {
      signal.throwIfAborted();
      pieces.push(await segment(photo, { x, y, side, angle: 0 }));
    }
  }
  return pieces;
}

/** Centres of pieces that cover `length`, overlapping by a quarter at least. */
function centers(length: number, side: number): number[] {
  const count = Math.max(1, Math.ceil((length - side / 4) / (side * 0.75)));
  if (count === 1) return [length / 2];
  return Array.from({ length: count }, (_, i) => side / 2 + ((length - side) * i) / (count - 1));
}

/** One class over several pieces, each counting most in its middle. */
function average(
  pieces: Segmentation[],
  name: SegmentClass,
  photo: Photo,
  { width, height }: { width: number; height: number },
): Plane {
  const out = createPlane(width, height);
  const weights = createPlane(width, height);
  for (const { frame, planes } of pieces) {
    const seen = planes[name];
    for (let y = 0, i = 0; y < height; y++) {
      const v = (((y + 0.5) * photo.height) / height - frame.y) / frame.side + 0.5;
      for (let x = 0; x < width; x++, i++) {
        const u = (((x + 0.5) * photo.width) / width - frame.x) / frame.side + 0.5;
        const inside = Math.min(u, v, 1 - u, 1 - v);
        if (inside <= 0) continue;
        out.data[i]! += sample(seen, u, v) * inside;
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
  const index = Math.floor(y) * width + left;
  const right = left + 1 < width ? 1 : 0;
  const down = Math.floor(y) + 1 < height ? width : 0;
  const top = data[index]! + (data[index + right]! - data[index]!) * (x - left);
  const bottom = data[index + down]! + (data[index + down + right]! - data[index + down]!) * (x - left);
  return top + (bottom - top) * (y - Math.floor(y));
}
