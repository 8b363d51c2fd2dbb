/** Seeds of the people's territories: faces and hair above them. Own numbers; mesh points are the network's. */
import { findAreas } from '../../../pixels/components.ts';
import type { Face, Point } from '../../face/find-faces.ts';
import { type MaskPlace, maskOf, outlineOf } from '../../face/mesh.ts';
import type { Classes } from '../classes.ts';
import { noOwner } from './territory.ts';

/** Area of an unknown face, by the smallest known one. */
const minStrangerShare = 0.2;

/** Outlines the hair above a face. */
function capOf({ mesh }: Face): Point[] {
  const [top, chin] = [mesh[10]!, mesh[152]!];
  const [upX, upY] = [(top.x - chin.x) * 0.15, (top.y - chin.y) * 0.15];
  const middle = { x: (top.x + chin.x) / 2, y: (top.y + chin.y) / 2 };
  return outlineOf(mesh, 'oval', 1.08)
    .filter(({ x, y }) => (x - middle.x) * upX + (y - middle.y) * upY > 0)
    .map(({ x, y, z }) => ({ x: x + upX, y: y + upY, z }));
}

/** Returns owners; an unknown face is a stranger's. */
export function seedsOf(classes: Classes, place: MaskPlace, faces: readonly Face[]): Int16Array {
  const seeds = new Int16Array(place.width * place.height).fill(noOwner);
  const known = new Uint8Array(seeds.length);
  // Overlaps belong to the largest face.
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
  const smallestFaceArea = Math.min(...faces.map(({ box }) => box.width * box.height)) * place.scale ** 2;
  for (let i = 0; i < seeds.length; i++) {
    const area = labels[i]!;
    if (values[area] === 1 && sizes[area]! > smallestFaceArea * minStrangerShare) seeds[i] = faces.length;
  }
  return seeds;
}
