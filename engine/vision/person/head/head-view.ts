/** One person's head as it is looked at: the part of the photograph around it, what is seen there, and whose it is. */
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
  /** The grid of all planes, on the photograph. */
  place: MaskPlace;
  classes: Classes;
  /** Colours, on the same grid. */
  lab: LabPlanes;
  /** Alpha of everybody in this part. */
  people: Plane;
  /** 1 where a place is this person's, 0 where it is somebody else's. */
  personMask: Plane;
};

/** How sure the name of a place can be. */
const surestName = 0.85;

/** The top of a head, in heights of the face: whatever rises from there belongs to it. */
const headTop = { above: 1.5, across: 0.9 };
/** Space around hair and headwear, in heights of the face. */
const aroundCrown = 0.3;

/** Long hair, then the head alone. */
export const headSquares: readonly Square[] = [
  { side: 6, below: 1.5 },
  { side: 3, below: 0 },
];

/** Looks at the head of `everybody.faces[index]`. @throws the signal's reason when it fires */
export async function analyzeHead(everybody: People, index: number, signal: AbortSignal): Promise<HeadView> {
  const { photo, faces, levels } = everybody;
  const face = faces[index]!;
  const part = partOf(photo, viewRect(everybody, index));
  const portrait = await portraitMatte(part.photo);
  signal.throwIfAborted();
  const { width, height } = portrait;
  const place = { x: part.rect.x, y: part.rect.y, width, height, scale: width / part.rect.width };
  const classes = classesByLevel(place, levels);
  const somebody: Plane = { width, height, data: classes.background.data.map((value) => 1 - value) };
  const small = await reducePhoto(part.photo, width, height);
  const people = cleanMatte(mergeMattes(portrait, [somebody, nameable(classes)], small), somebody);
  const lab = toLab(small.rgb, width, height);
  return { face, part, place, classes, lab, people, personMask: placesOf(everybody, index, place) };
}

/** The part of the photograph around a head, in px: the widest square, and any hair or headwear above it. */
export function viewRect(
  everybody: Pick<People, 'photo' | 'faces' | 'place' | 'classes' | 'owner'>,
  index: number,
): Rect {
  const { photo, faces } = everybody;
  const frame = frameOf(faces[index]!, headSquares[0]!);
  const turned = Math.abs(Math.sin(frame.angle)) + Math.abs(Math.cos(frame.angle));
  const square = rectOfSquare(photo, { ...frame, side: frame.side * turned });
  const crown = crownRect(everybody, index, square);
  if (!crown) return square;
  const [x, y] = [Math.min(square.x, crown.x), Math.min(square.y, crown.y)];
  return {
    x,
    y,
    width: Math.max(square.x + square.width, crown.x + crown.width) - x,
    height: Math.max(square.y + square.height, crown.y + crown.height) - y,
  };
}

/**
 * Bounds in px, with some space, of the hair and headwear above the forehead; null if
 * `square` holds all of it.
 */
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
  const space = Math.round(aroundCrown * axis.height);
  return expandRect(scaleRect(bounds, 1 / scale, 1 / scale), space, photo.width, photo.height);
}

/**
 * How well a place can be named: hair, skin, cloth. One that is a little of each is no evidence of anybody, and no name is so sure
 * that colours could not deny it.
 */
function nameable({ background, ...ofPeople }: Classes): Plane {
  const { width, height } = background;
  const planes = Object.values(ofPeople).map(({ data }) => data);
  const data = background.data.map((_, i) => surestName * Math.max(...planes.map((plane) => plane[i]!)));
  return { width, height, data };
}
