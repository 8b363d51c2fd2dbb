// All people of a photograph whose faces are known: what they look like, coarse to fine, and which place is whose.

import { findAreas } from '../components.ts';
import type { Face, Point } from '../human.ts';
import { type MaskPlace, maskOf, outlineOf } from '../mesh.ts';
import type { Photo } from '../photo.ts';
import { reducePhoto } from '../photo-size.ts';
import { createPlane, type Plane } from '../plane.ts';
import { type Segmentation, segment } from '../segmentation.ts';
import { type Classes, classesByLevel } from './classes.ts';
import { headGround, NOBODY, territories } from './territory.ts';

/** A square below a face: side and distance of the middles in sizes of the face. */
export type Square = { side: number; below: number };

export type Everybody = {
  photo: Photo;
  /** The largest first. */
  faces: readonly Face[];
  /** Of the whole photograph, then of all people in the widest square, and so on to the closest. */
  looks: readonly (readonly Segmentation[])[];
  /** The grid on which `owner` tells whose each place is: an index of `faces`, or their number for somebody unknown. */
  place: MaskPlace;
  owner: Int16Array;
};

/** A face that leans farther than this (degrees) is looked at as if it were upright. */
const LEANING = 35;
/** Longer side of the grid on which places are shared out, px. */
const GRID = 960;
/** Face skin away from all known faces, as large as this share of the smallest of them, is a face that was not measured. */
const STRANGER = 0.2;

/** @throws the signal's reason when it fires; looked at before every look */
export async function lookAtEverybody(
  photo: Photo,
  faces: readonly Face[],
  squares: readonly Square[],
  signal: AbortSignal,
): Promise<Everybody> {
  const { width, height } = photo;
  const whole = { x: width / 2, y: height / 2, side: Math.max(width, height), angle: 0 };
  const looks = [[await segment(photo, whole)]];
  for (const square of squares) {
    const level: Segmentation[] = [];
    for (const face of faces) {
      signal.throwIfAborted();
      level.push(await segment(photo, frameOf(face, square)));
    }
    looks.push(level);
  }
  signal.throwIfAborted();
  const scale = Math.min(1, GRID / Math.max(width, height));
  const place = { x: 0, y: 0, width: Math.round(width * scale), height: Math.round(height * scale), scale };
  const classes = classesByLevel(place, looks);
  const small = await reducePhoto(photo, place.width, place.height);
  const { owner } = territories(small, classes, seedsOf(classes, place, faces), headGround);
  return { photo, faces, looks, place, owner };
}

/** The frame of a square below a face; below is where the chin points, when the face leans. */
export function frameOf(face: Face, { side, below }: Square) {
  const { left, top, width, height } = face.box;
  const size = (width + height) / 2;
  const angle = Math.abs(face.pose.roll) > LEANING ? (face.pose.roll * Math.PI) / 180 : 0;
  return {
    x: left + width / 2 - Math.sin(angle) * below * size,
    y: top + height / 2 + Math.cos(angle) * below * size,
    side: side * size,
    angle,
  };
}

/** 1 where a place is a person's, 0 where it is somebody else's. @param place a grid on the same photograph */
export function placesOf({ place: whole, owner }: Everybody, index: number, place: MaskPlace): Plane {
  const mine = createPlane(place.width, place.height);
  const step = whole.scale / place.scale;
  for (let y = 0, i = 0; y < place.height; y++) {
    const row = Math.min(whole.height - 1, Math.floor(place.y * whole.scale + (y + 0.5) * step));
    for (let x = 0; x < place.width; x++, i++) {
      const column = Math.min(whole.width - 1, Math.floor(place.x * whole.scale + (x + 0.5) * step));
      mine.data[i] = owner[row * whole.width + column] === index ? 1 : 0;
    }
  }
  return mine;
}

/** The outline of what lies on and right above a face's upper half: hair there grows on this head. */
function capOf({ mesh }: Face): Point[] {
  const [top, chin] = [mesh[10]!, mesh[152]!];
  const [upX, upY] = [(top.x - chin.x) * 0.15, (top.y - chin.y) * 0.15];
  const middle = { x: (top.x + chin.x) / 2, y: (top.y + chin.y) / 2 };
  return outlineOf(mesh, 'oval', 1.08)
    .filter(({ x, y }) => (x - middle.x) * upX + (y - middle.y) * upY > 0)
    .map(({ x, y, z }) => ({ x: x + upX, y: y + upY, z }));
}

/** Every face is its owner's, and the hair around its forehead; a face that is seen but was not measured is a stranger's. */
function seedsOf(classes: Classes, place: MaskPlace, faces: readonly Face[]): Int16Array {
  const seeds = new Int16Array(place.width * place.height).fill(NOBODY);
  const known = new Uint8Array(seeds.length);
  // The largest face last: where two overlap, it is in front.
  for (const [index, { mesh }] of [...faces.entries()].toReversed()) {
    const oval = maskOf([outlineOf(mesh, 'oval', 0.9)], place, 0).data;
    const around = maskOf([outlineOf(mesh, 'oval', 1.6)], place, 0).data;
    const cap = maskOf([capOf(faces[index]!)], place, 0).data;
    for (let i = 0; i < seeds.length; i++) {
      if (oval[i]! > 0.5 || (cap[i]! > 0.5 && classes.hair.data[i]! > 0.7)) seeds[i] = index;
      if (around[i]! > 0) known[i] = 1;
    }
  }
  const unknown = Uint8Array.from(classes.faceSkin.data, (value, i) => (value > 0.7 && known[i] === 0 ? 1 : 0));
  const { labels, sizes, values } = findAreas(unknown, place.width, place.height);
  const smallest = Math.min(...faces.map(({ box }) => box.width * box.height)) * place.scale ** 2;
  for (let i = 0; i < seeds.length; i++) {
    const area = labels[i]!;
    if (values[area] === 1 && sizes[area]! > smallest * STRANGER) seeds[i] = faces.length;
  }
  return seeds;
}
