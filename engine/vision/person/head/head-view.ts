/**
 * View of one person's head: crop, classes, colors and mattes. Corrects MODNet's matte by the segmentation. Own
 * numbers.
 */
import { findAreas } from '../../../pixels/components.ts';
import { type LabPlanes, toLab } from '../../../pixels/lab.ts';
import { boundsOf, createPlane, expandRect, type Plane, type Rect, scaleRect } from '../../../pixels/plane.ts';
import type { Face } from '../../face/find-faces.ts';
import type { MaskPlace } from '../../face/mesh.ts';
import { cleanMatte } from '../../matting/merging/clean-matte.ts';
import { mergeMattes } from '../../matting/merging/merge-mattes.ts';
import { portraitMatte } from '../../matting/networks/portrait-matte.ts';
import { reducePhoto } from '../../photo/resize.ts';
import { type Classes, classesByLevel } from '../classes.ts';
import { type Part, partOf, rectOfSquare } from '../crop.ts';
import { faceAxis, hatFrom, onAxis } from '../face-axis.ts';
import { frameOf, type People, placesOf, type Square } from '../people/people.ts';

export type HeadView = {
  face: Face;
  part: Part;
  /** Grid of all planes. */
  place: MaskPlace;
  classes: Classes;
  lab: LabPlanes;
  /** Alpha of all people. */
  people: Plane;
  /** 1 on this person. */
  personMask: Plane;
};

/** Below 1, so that colors can overrule it. */
const maxNameProbability = 0.85;

/** Things that start here belong to the head. */
const headTop = { above: 1.5, across: 0.9 };
const crownMargin = 0.3;

/** Long hair; the head alone. */
export const headSquares: readonly Square[] = [
  { side: 6, below: 1.5 },
  { side: 3, below: 0 },
];

export async function analyzeHead(everyone: People, index: number, signal: AbortSignal): Promise<HeadView> {
  const { photo, faces, levels } = everyone;
  const face = faces[index]!;
  const part = partOf(photo, viewRect(everyone, index));
  const portrait = await portraitMatte(part.photo);
  signal.throwIfAborted();
  const { width, height } = portrait;
  const place = { x: part.rect.x, y: part.rect.y, width, height, scale: width / part.rect.width };
  const classes = classesByLevel(place, levels);
  const anyPerson: Plane = { width, height, data: classes.background.data.map((value) => 1 - value) };
  const small = await reducePhoto(part.photo, width, height);
  const people = cleanMatte(mergeMattes(portrait, [anyPerson, nameable(classes)], small), anyPerson);
  const lab = toLab(small.rgb, width, height);
  return { face, part, place, classes, lab, people, personMask: placesOf(everyone, index, place) };
}

/** Returns the widest square, extended to high hair and headwear, in px. */
export function viewRect(
  everyone: Pick<People, 'photo' | 'faces' | 'place' | 'classes' | 'owner'>,
  index: number,
): Rect {
  const { photo, faces } = everyone;
  const frame = frameOf(faces[index]!, headSquares[0]!);
  const turned = Math.abs(Math.sin(frame.angle)) + Math.abs(Math.cos(frame.angle));
  const square = rectOfSquare(photo, { ...frame, side: frame.side * turned });
  const crown = crownRect(everyone, index, square);
  if (!crown) return square;
  const [x, y] = [Math.min(square.x, crown.x), Math.min(square.y, crown.y)];
  return {
    x,
    y,
    width: Math.max(square.x + square.width, crown.x + crown.width) - x,
    height: Math.max(square.y + square.height, crown.y + crown.height) - y,
  };
}

/** Returns bounds of hair and headwear in px, or null if `square` includes them. */
function crownRect(
  { photo, faces, place, classes, owner }: Pick<People, 'photo' | 'faces' | 'place' | 'classes' | 'owner'>,
  index: number,
  square: Rect,
): Rect | null {
  const { width, height, scale } = place;
  const axis = faceAxis(faces[index]!);
  const mask = new Uint8Array(width * height);
  const tops: number[] = [];
  let isBeyond = false;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (owner[i] !== index) continue;
      if (classes.hair.data[i]! + classes.clothes.data[i]! + classes.others.data[i]! < 0.5) continue;
      const [px, py] = [place.x + (x + 0.5) / scale, place.y + (y + 0.5) / scale];
      const { above, across } = onAxis(axis, px, py);
      if (above < hatFrom) continue;
      mask[i] = 1;
      isBeyond ||= px < square.x || py < square.y || px > square.x + square.width || py > square.y + square.height;
      if (above < headTop.above && across < headTop.across) tops.push(i);
    }
  }
  if (!isBeyond) return null;
  const { labels } = findAreas(mask, width, height);
  const joined = new Set(tops.map((i) => labels[i]!));
  const crown = createPlane(width, height);
  for (let i = 0; i < mask.length; i++) crown.data[i] = joined.has(labels[i]!) ? 1 : 0;
  const bounds = boundsOf(crown, 0);
  if (!bounds) return null;
  const space = Math.round(crownMargin * axis.height);
  return expandRect(scaleRect(bounds, 1 / scale, 1 / scale), space, photo.width, photo.height);
}

/** Returns the highest probability of a person's class: a mixture of all is no evidence. */
function nameable({ background, ...ofPeople }: Classes): Plane {
  const { width, height } = background;
  const planes = Object.values(ofPeople).map(({ data }) => data);
  const data = background.data.map((_, i) => maxNameProbability * Math.max(...planes.map((plane) => plane[i]!)));
  return { width, height, data };
}
