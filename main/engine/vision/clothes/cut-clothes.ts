// Cuts clothes out of a photograph: finds the people, sorts what they wear, and refines each class at full resolution.

import { type ClothClass, clothClasses } from '../../../../preload/contract/operations/cutout.ts';
import { findFaces } from '../human.ts';
import { toLab } from '../lab.ts';
import { peopleMatte } from '../matting/people.ts';
import { classesByLevel } from '../person/classes.ts';
import { lookAtEverybody, type Square } from '../person/everybody.ts';
import { findFigures, ownersOf } from '../person/figures.ts';
import { shareOf } from '../person/share.ts';
import type { Photo } from '../photo.ts';
import { reducePhoto } from '../photo-size.ts';
import { createPlane, type Plane } from '../plane.ts';
import { HAIR_EDGE, refineMatte, SOLID_EDGE } from '../refine.ts';
import type { Scene } from './scene.ts';
import { isThere, sortClothes } from './wardrobe.ts';

/** More faces than this make a crowd, in which nobody's clothes are told apart. */
const MAX_FACES = 20;
/** The whole person standing, then the upper body. */
const SQUARES: readonly Square[] = [
  { side: 11, below: 3.8 },
  { side: 5, below: 1 },
];

export type Clothes = {
  /** The classes that are there. */
  found: ReadonlySet<ClothClass>;
  /** Alpha of some classes together, at the photograph's size. @throws the signal's reason when it fires */
  matteOf(names: readonly ClothClass[]): Promise<Plane>;
};

/**
 * What the people of a photograph wear.
 * @returns null when nobody is there
 * @throws the signal's reason when it fires
 */
export async function findClothes(photo: Photo, signal: AbortSignal): Promise<Clothes | null> {
  const coarse = await peopleMatte(photo, signal);
  if (!coarse) return null;
  signal.throwIfAborted();
  const faces = await findFaces(photo, MAX_FACES);
  const { looks } = await lookAtEverybody(photo, faces, SQUARES, signal);
  const { width, height } = coarse;
  const place = { x: 0, y: 0, width, height, scale: width / photo.width };
  const classes = classesByLevel(place, looks);
  const figures = await findFigures(photo, faces, signal);
  const small = await reducePhoto(photo, width, height);
  const owner = await ownersOf(photo, classes, place, faces, figures);
  signal.throwIfAborted();
  const scene: Scene = { place, classes, lab: toLab(small.rgb, width, height), figures, owner };
  const wardrobe = sortClothes(scene, faces);
  const person: Plane = { width, height, data: classes.background.data.map((value) => 1 - value) };
  const reach = Math.max(2, Math.round(Math.min(width, height) * 0.006));
  const found = new Set(
    clothClasses.filter((name) => isThere(product(wardrobe[name], coarse), name === 'shoes' ? 2 : reach * 2)),
  );
  let people: Plane | undefined;
  return {
    found,
    async matteOf(names) {
      people ??= await refineMatte(photo, coarse, HAIR_EDGE, signal);
      const sum = createPlane(width, height);
      for (const name of names) {
        const { data } = wardrobe[name];
        for (let i = 0; i < data.length; i++) sum.data[i] = Math.min(1, sum.data[i]! + data[i]!);
      }
      return product(people, await refineMatte(photo, shareOf(sum, person, reach), SOLID_EDGE, signal));
    },
  };
}

function product(a: Plane, b: Plane): Plane {
  const out = createPlane(a.width, a.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = a.data[i]! * b.data[i]!;
  return out;
}
