/** Cuts out clothes, in the order of `README.md`. Own numbers; a wider grid costs time. */
import { type ClothClass, clothClasses } from '../../../contract/operations/cutout.ts';
import { toLab } from '../../pixels/lab.ts';
import { createPlane, enlarge, multiply, type Plane } from '../../pixels/plane.ts';
import { crowdSize, type Face, findFaces } from '../face/find-faces.ts';
import type { MaskPlace } from '../face/mesh.ts';
import { peopleMatte } from '../matting/people-matte.ts';
import { hairEdge, refineMatte, solidEdge } from '../matting/refinement/refine-matte.ts';
import type { Classes } from '../person/classes.ts';
import { shareOf } from '../person/part-share.ts';
import { type Figure, findFigures, ownersOf } from '../person/people/figures.ts';
import type { Photo } from '../photo/decode.ts';
import { reducePhoto } from '../photo/resize.ts';
import { findAccessories } from './accessories.ts';
import { dropUnwornCloth, garmentsByPatch, ownersByPatch } from './assign-patches.ts';
import { findPatches } from './patches.ts';
import { resolveCloth } from './resolve-cloth.ts';
import { faceArea, type Scene } from './scene.ts';
import { segmentClothes } from './segment-clothes.ts';
import { type ClothingPlanes, isPresent, mergeSmallPieces, sortClothes } from './sort-clothes.ts';

/** Share of a face. */
const minPatchShare = 0.05;
/** Px. */
const gridWidth = 512;

export type Clothes = {
  found: ReadonlySet<ClothClass>;
  /** Returns the alpha of several classes, at the photograph's size. */
  matteOf(names: readonly ClothClass[]): Promise<Plane>;
};

/** All on one grid, except alpha. */
export type PeopleView = {
  alpha: Plane;
  classes: Classes;
  faces: readonly Face[];
  figures: readonly (Figure | null)[];
};

/** Returns null without people. */
export async function findClothes(photo: Photo, signal: AbortSignal): Promise<Clothes | null> {
  const alpha = await peopleMatte(photo, signal);
  if (!alpha) return null;
  signal.throwIfAborted();
  const faces = await findFaces(photo, crowdSize);
  const classes = await segmentClothes(photo, faces, placeOf(photo, Math.min(gridWidth, alpha.width)), signal);
  const figures = await findFigures(photo, faces, signal);
  signal.throwIfAborted();
  return clothesOf(photo, { alpha, classes, faces, figures }, signal);
}

/** @param signal also ends the mattes */
async function clothesOf(photo: Photo, seen: PeopleView, signal: AbortSignal): Promise<Clothes> {
  const { classes, faces, figures } = seen;
  const { width, height } = classes.background;
  const place = placeOf(photo, width);
  const reach = Math.max(2, Math.round(Math.min(width, height) * 0.006));
  const face = faceArea(faces, place);
  // Without faces only one body is searched, and there may be more.
  const areKnown = faces.length > 0;
  const alpha = enlarge(seen.alpha, width, height);
  const small = await reducePhoto(photo, width, height);
  const lab = toLab(small.rgb, width, height);
  const owner = await ownersOf(photo, classes, place, faces, figures);
  signal.throwIfAborted();
  const isSeen = (name: ClothClass, plane: Plane) =>
    isPresent(multiply(plane, alpha), name === 'shoes' ? 2 : reach * 2);
  const accessories = findAccessories({ place, classes, lab, figures, owner }, faces);
  for (const name of ['hat', 'shoes', 'bag'] as const) {
    // Too small, so the pixels stay available to other classes.
    if (!isSeen(name, accessories[name])) accessories[name].data.fill(0);
  }
  const worn = together(accessories, ['hat', 'shoes', 'bag']);
  const { cloth, person } = resolveCloth({ place, classes, lab }, faces, alpha, worn);
  const patches = findPatches(multiply(cloth, alpha), lab, face * minPatchShare);
  const ownerByPatch = ownersByPatch(owner, patches);
  const scene: Scene = { place, classes: { ...classes, clothes: cloth }, lab, figures, owner: ownerByPatch };
  if (areKnown) dropUnwornCloth(cloth, scene, patches);
  const { garments, layer } = sortClothes(scene);
  garmentsByPatch(garments, patches, layer);
  mergeSmallPieces(garments, scene);
  const wardrobe: ClothingPlanes = { ...garments, ...accessories };
  const found = new Set(clothClasses.filter((name) => isSeen(name, wardrobe[name])));
  let people: Plane | undefined;
  return {
    found,
    async matteOf(names) {
      people ??= await refineMatte(photo, seen.alpha, hairEdge, signal);
      const share = shareOf(together(wardrobe, names), person, reach);
      return multiply(people, await refineMatte(photo, share, solidEdge, signal));
    },
  };
}

/** Returns a grid of the photograph's exact aspect. */
function placeOf(photo: Photo, width: number): MaskPlace {
  const scale = width / photo.width;
  return { x: 0, y: 0, width, height: Math.max(1, Math.round(photo.height * scale)), scale };
}

function together<Name extends ClothClass>(planes: Record<Name, Plane>, names: readonly Name[]): Plane {
  const { width, height } = Object.values<Plane>(planes)[0]!;
  const sum = createPlane(width, height);
  for (const name of names) {
    const { data } = planes[name];
    for (let i = 0; i < data.length; i++) sum.data[i] = Math.min(1, sum.data[i]! + data[i]!);
  }
  return sum;
}
