/**
 * Probability of people, from the segmentation of the whole photograph and of overlapping pieces. Own numbers (rule
 * `pieces of the segmentation`).
 */
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import type { Photo } from '../../photo/decode.ts';
import { type Segmentation, type SegmentClass, segment } from '../../segmentation.ts';

/** Share of the longer side; smaller pieces lose context. */
const piece = 0.6;
/** Minimum longer side, px. */
const minPiecesSide = 640;
/** The overview is better at people, pieces at edges. */
const overviewWeight = 0.45;
/** Mapped to 0 and 1, because background stays near 0.9. */
const minPerson = 0.15;
const maxPerson = 0.85;

/** Of people and their clothes. */
export type Persons = {
  far: Plane;
  near: Plane;
  probability: Plane;
  hair: Plane;
};
/** Share of hair, clothes and skin. */
const minPersonShare = 0.01;

/** Whether a person is visible. Face skin is no evidence: cats have it too. */
export function showsPerson({ planes }: Segmentation): boolean {
  const { hair, bodySkin, clothes } = planes;
  let count = 0;
  for (let i = 0; i < hair.data.length; i++) {
    if (hair.data[i]! + bodySkin.data[i]! + clothes.data[i]! > 0.6) count++;
  }
  return count > hair.data.length * minPersonShare;
}

/** @param overview from `segmentPhoto` */
export async function findPersons(
  photo: Photo,
  overview: Segmentation,
  width: number,
  height: number,
  signal: AbortSignal,
): Promise<Persons> {
  const pieces =
    overview.frame.side > minPiecesSide ? await segmentPieces(photo, overview.frame.side * piece, signal) : [overview];
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
  return Math.min(1, Math.max(0, (person - minPerson) / (maxPerson - minPerson)));
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

/** Returns centers of pieces that overlap by at least a quarter. */
function centers(length: number, side: number): number[] {
  const count = Math.max(1, Math.ceil((length - side / 4) / (side * 0.75)));
  if (count === 1) return [length / 2];
  return Array.from({ length: count }, (_, i) => side / 2 + ((length - side) * i) / (count - 1));
}

/** Averages pieces, weighted towards their centers. */
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

/** Bilinear; `u` and `v` are 0..1. */
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
