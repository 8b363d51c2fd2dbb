/** Keeps what is behind a person where it is while the person is warped, and makes up the strip of it that comes into sight. */
import type { Face } from '../face/human.ts';
import type { MaskPlace } from '../face/mesh.ts';
import { feathered } from '../face/mesh.ts';
import type { Photo } from '../photo/decode.ts';
import { createPlane, type Plane } from '../pixels/plane.ts';
import { ramp } from '../pixels/ramp.ts';
import type { Segmentation, SegmentClass } from '../segmentation.ts';
import { followColours, likelihoodOf, sample } from '../skin/likelihood.ts';
import { reducedPart, sizeOf } from '../skin/region.ts';
import { faceRect } from '../skin/skin-regions.ts';

/**
 * The surroundings of a face, at the size they are judged at. `person` is 1 on people, 0 behind them; `touched` is also 1 right
 * around them, where the photograph mixes both. `toX` and `toY` lead from a touched place to its mirror image in the background,
 * over the nearest edge, in px of the photograph; 0 elsewhere. Up to `hidden` px nobody sees a line move, from `seen` px on one does.
 */
export type Background = {
  place: MaskPlace;
  person: Plane;
  touched: Plane;
  toX: Plane;
  toY: Plane;
  hidden: number;
  seen: number;
};

const personClasses: readonly SegmentClass[] = ['hair', 'bodySkin', 'faceSkin', 'clothes', 'others'];
/** A face so many pixels wide shows its outline well enough. */
const workingFaceSize = 300;
/** Probability at which a place begins to belong to a person, and at which it does for sure. */
const maybe = 0.25;
const surely = 0.75;
/** How far around people the photograph is mixed, as a part of the face's size. */
const rim = 0.024;
/** Up to this a touched pixel may serve as background. */
const pure = 0.02;
/** Movements of the background in parts of the face's size: this one is not seen, that one is. */
const hiddenMovement = 0.002;
const seenMovement = 0.007;
/** Radius, as a part of the face's size, over which the ways to the background are evened out. */
const evenedRadius = 0.012;

/** Looks at the square around a face. @param segmentations of the photograph, coarse to fine */
export async function findBackground(
  photo: Photo,
  face: Face,
  segmentations: readonly Segmentation[],
): Promise<Background> {
  const rect = faceRect(photo, face);
  const wanted = Math.min(1, workingFaceSize / sizeOf(face));
  const width = Math.max(2, Math.round(rect.width * wanted));
  const height = Math.max(2, Math.round(rect.height * wanted));
  const place = { x: rect.x, y: rect.y, width, height, scale: width / rect.width };
  const faceSize = sizeOf(face) * place.scale;
  const likely = likelihoodOf(place, segmentations, personClasses);
  const rgb = await reducedPart(photo, rect, width, height);
  const person = followColours(likely, rgb, Math.max(2, Math.round(faceSize * 0.02)));
  for (let i = 0; i < person.data.length; i++) person.data[i] = ramp(person.data[i]!, maybe, surely);
  const touched = feathered({ ...person, data: person.data.slice() }, faceSize * rim);
  for (let i = 0; i < touched.data.length; i++) touched.data[i] = ramp(touched.data[i]!, 0.01, 0.25);
  const size = sizeOf(face);
  const ways = waysToBackground(touched, place.scale, faceSize * evenedRadius);
  return { place, person, touched, ...ways, hidden: size * hiddenMovement, seen: size * seenMovement };
}

/** The share of a person at a place of the photograph (its pixel's corner), 0..1. */
export function personAt({ place, person }: Background, x: number, y: number): number {
  return sample(person, (x - place.x) * place.scale, (y - place.y) * place.scale);
}

/** How much of a place of the photograph shows, or mixes with, a person who may have left it, 0..1. */
export function touchedAt({ place, touched }: Background, x: number, y: number): number {
  return sample(touched, (x - place.x) * place.scale, (y - place.y) * place.scale);
}

/** Where a place of the photograph that a person has left takes its background from, written to `out`. */
export function behind({ place, toX, toY }: Background, x: number, y: number, out: Float64Array): void {
  const [u, v] = [(x - place.x) * place.scale, (y - place.y) * place.scale];
  out[0] = x + sample(toX, u, v);
  out[1] = y + sample(toY, u, v);
}

/** Twice the way to the nearest pure background, for each pixel; found by passing neighbours' finds on, forth and back. */
function waysToBackground(touched: Plane, scale: number, evened: number): { toX: Plane; toY: Plane } {
  const { width, height } = touched;
  const nearest = new Int32Array(width * height).fill(-1);
  for (let i = 0; i < nearest.length; i++) if (touched.data[i]! <= pure) nearest[i] = i;
  const distance = (from: number, to: number) =>
    ((from % width) - (to % width)) ** 2 + (Math.floor(from / width) - Math.floor(to / width)) ** 2;
  const ask = (at: number, x: number, y: number) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    const found = nearest[y * width + x]!;
    if (found === -1) return;
    if (nearest[at] === -1 || distance(at, found) < distance(at, nearest[at]!)) nearest[at] = found;
  };
  const pass = (sign: 1 | -1) => {
    for (let k = 0; k < nearest.length; k++) {
      const at = sign === 1 ? k : nearest.length - 1 - k;
      const [x, y] = [at % width, Math.floor(at / width)];
      for (const [dx, dy] of neighbours) ask(at, x - sign * dx, y - sign * dy);
    }
  };
  pass(1);
  pass(-1);
  pass(1);
  const toX = createPlane(width, height);
  const toY = createPlane(width, height);
  for (let i = 0; i < nearest.length; i++) {
    if (nearest[i] === -1) continue;
    toX.data[i] = (2 * ((nearest[i]! % width) - (i % width))) / scale;
    toY.data[i] = (2 * (Math.floor(nearest[i]! / width) - Math.floor(i / width))) / scale;
  }
  return { toX: feathered(toX, evened * 3), toY: feathered(toY, evened * 3) };
}

/** The neighbours a pass has visited already. */
const neighbours = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
] as const;
