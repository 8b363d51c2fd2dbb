/** All people of a photograph whose faces are known: what they look like, coarse to fine, and which place is whose. */
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import type { Face } from '../../face/find-faces.ts';
import type { MaskPlace } from '../../face/mesh.ts';
import type { Photo } from '../../photo/decode.ts';
import { reducePhoto } from '../../photo/resize.ts';
import { type Segmentation, segment, segmentPhoto } from '../../segmentation.ts';
import { type Classes, classesByLevel } from '../classes.ts';
import { seedsOf } from './seeds.ts';
import { headGround, territories } from './territory.ts';

/** A square below a face: side and distance of the middles in sizes of the face. */
export type Square = { side: number; below: number };

export type People = {
  photo: Photo;
  /** In the order of `findFaces`. */
  faces: readonly Face[];
  /** Of the whole photograph, then of all people in the widest square, and so on to the closest. */
  levels: readonly (readonly Segmentation[])[];
  /** The grid on the whole photograph of `classes` and `owner`. */
  place: MaskPlace;
  classes: Classes;
  /** Owner of each place: an index of `faces`, or `faces.length` for an unknown person. */
  owner: Int16Array;
};

/** A face that leans farther than this (degrees) is looked at as if it were upright. */
const leaning = 35;
/** The grid on which places are shared out: its longer side in px, and the shorter side of the smallest face there that is enough. */
const grid = { side: 960, face: 120 };

/** @throws the signal's reason when it fires; looked at before every look */
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

/** The frame of a square below a face; below is where the chin points, when the face leans. */
export function frameOf(face: Face, { side, below }: Square) {
  const { left, top, width, height } = face.box;
  const size = (width + height) / 2;
  const angle = Math.abs(face.pose.roll) > leaning ? (face.pose.roll * Math.PI) / 180 : 0;
  return {
    x: left + width / 2 - Math.sin(angle) * below * size,
    y: top + height / 2 + Math.cos(angle) * below * size,
    side: side * size,
    angle,
  };
}

/** 1 where a place is a person's, 0 where it is somebody else's. @param place a grid on the same photograph */
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
