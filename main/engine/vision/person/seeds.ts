/** Whose a place surely is: where the ground of each person on a photograph begins to grow. */
import type { Face, Point } from '../face/human.ts';
import { type MaskPlace, maskOf, outlineOf } from '../face/mesh.ts';
import type { Photo } from '../photo/decode.ts';
import { findAreas } from '../pixels/components.ts';
import type { Plane } from '../pixels/plane.ts';
import type { Classes } from './classes.ts';
import { distanceOf, hairColours } from './hair-colours.ts';
import { nobody } from './territory.ts';

/** Face skin away from all known faces, as large as this share of the smallest of them, is a face that was not measured. */
const stranger = 0.2;
/** Hair at the photograph's edge this far (sum of three differences, 0..765) from everybody's is of somebody whose face is not on it. */
const foreignDistance = 170;
/** It is as high there as this share of the smallest face, at least; the edge is as wide as this share of the photograph. */
const runShare = 0.2;
const stripShare = 0.06;
/** Probability from which hair is surely hair. */
const sure = 0.8;

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
export function seedsOf(small: Photo, classes: Classes, place: MaskPlace, faces: readonly Face[]): Int16Array {
  const seeds = new Int16Array(place.width * place.height).fill(nobody);
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
    if (values[area] === 1 && sizes[area]! > smallest * stranger) seeds[i] = faces.length;
  }
  for (const i of strangersHair(small, classes.hair, seeds, Math.sqrt(smallest) * runShare)) seeds[i] = faces.length;
  return seeds;
}

/** Hair that comes in over the photograph's left or right edge, as nobody's whose face is known. @param run its least height, px */
function strangersHair({ width, height, rgb }: Photo, hair: Plane, seeds: Int16Array, run: number): number[] {
  const known = [...hairColours(rgb, hair.data, seeds).values()];
  if (known.length === 0) return [];
  const strip = Math.max(1, Math.round(width * stripShare));
  const foreign = Uint8Array.from(hair.data, (value, i) => {
    const inside = Math.min(i % width, width - 1 - (i % width));
    if (inside >= strip || seeds[i] !== nobody || value < sure) return 0;
    return known.every((colour) => distanceOf(rgb, i, colour) > foreignDistance) ? 1 : 0;
  });
  const { labels, sizes, values } = findAreas(foreign, width, height);
  return [...labels.keys()].filter((i) => values[labels[i]!] === 1 && sizes[labels[i]!]! > (run * strip) / 2);
}
