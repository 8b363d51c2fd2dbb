/**
 * Segmentation of all people with known faces, coarse to fine, and each pixel's owner. Own numbers; a larger grid costs
 * time.
 */
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import type { Face } from '../../face/find-faces.ts';
import type { MaskPlace } from '../../face/mesh.ts';
import type { Photo } from '../../photo/decode.ts';
import { reducePhoto } from '../../photo/resize.ts';
import { type Segmentation, segment, segmentPhoto } from '../../segmentation.ts';
import { type Classes, classesByLevel } from '../classes.ts';
import { seedsOf } from './seeds.ts';
import { headGround, territories } from './territory.ts';

/** Side and distance below the face, in sizes of the face. */
export type Square = { side: number; below: number };

export type People = {
  photo: Photo;
  /** In the order of `findFaces`. */
  faces: readonly Face[];
  /** The whole photograph, then squares from wide to close. */
  levels: readonly (readonly Segmentation[])[];
  /** Grid of `classes` and `owner`. */
  place: MaskPlace;
  classes: Classes;
  /** Index of `faces`; `faces.length` is a stranger. */
  owner: Int16Array;
};

/** Minimum degrees for turned frames. */
const minTilt = 35;
/** Longer side, and a sufficient smallest face, px. */
const grid = { side: 960, face: 120 };
export async function analyzePeople(
  photo: Photo,
  faces: readonly Face[],
  squares: readonly Square[],
  signal: AbortSignal,
): Promise<People> {
  const { width, height } = photo;
  const levels = [[await segmentPhoto(photo)]];
  for (const square of squares) {
    const level: Segmentation[] = [];
    for (const face of faces) {
      signal.throwIfAborted();
      level.push(await segment(photo, frameOf(face, square)));
    }
    levels.push(level);
  }
  signal.throwIfAborted();
  const smallest = Math.min(...faces.map(({ box }) => Math.min(box.width, box.height)));
  const scale = Math.min(1, grid.side / Math.max(width, height), grid.face / smallest);
  const place = { x: 0, y: 0, width: Math.round(width * scale), height: Math.round(height * scale), scale };
  const classes = classesByLevel(place, levels);
  const small = await reducePhoto(photo, place.width, place.height);
  const { owner } = territories(small, classes, seedsOf(classes, place, faces), headGround);
  return { photo, faces, levels, place, classes, owner };
}

/** Returns a frame in the chin's direction. */
export function frameOf(face: Face, { side, below }: Square) {
  const { left, top, width, height } = face.box;
  const size = (width + height) / 2;
  const angle = Math.abs(face.pose.roll) > minTilt ? (face.pose.roll * Math.PI) / 180 : 0;
  return {
    x: left + width / 2 - Math.sin(angle) * below * size,
    y: top + height / 2 + Math.cos(angle) * below * size,
    side: side * size,
    angle,
  };
}

/** Returns 1 on a person. @param place another grid */
export function placesOf({ place: photoPlace, owner }: People, index: number, place: MaskPlace): Plane {
  const mask = createPlane(place.width, place.height);
  const step = photoPlace.scale / place.scale;
  for (let y = 0, i = 0; y < place.height; y++) {
    const row = Math.min(photoPlace.height - 1, Math.floor(place.y * photoPlace.scale + (y + 0.5) * step));
    for (let x = 0; x < place.width; x++, i++) {
      const column = Math.min(photoPlace.width - 1, Math.floor(place.x * photoPlace.scale + (x + 0.5) * step));
      mask.data[i] = owner[row * photoPlace.width + column] === index ? 1 : 0;
    }
  }
  return mask;
}
